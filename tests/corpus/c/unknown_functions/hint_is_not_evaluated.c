// expect: safe
// A hint for SATABS changes nothing.
#include <assert.h>
int x;
int main(void) { __CPROVER_predicate(x++); assert(x == 0); }
