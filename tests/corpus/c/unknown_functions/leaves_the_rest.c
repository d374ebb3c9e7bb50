// expect: safe
// It writes nothing else.
#include <assert.h>
void foo(int *);
int x = 1, y = 1;
int main(void) { foo(&x); assert(y == 1); }
