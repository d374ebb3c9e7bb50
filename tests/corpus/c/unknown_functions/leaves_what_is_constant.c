// expect: safe
// A pointer to `const` is not written through.
#include <assert.h>
void foo(const int *);
int x = 1;
int main(void) { foo(&x); assert(x == 1); }
