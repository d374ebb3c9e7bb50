// expect: unsafe
// The pointer is `const`, not what it leads to.
#include <assert.h>
void foo(int *const);
int x = 1;
int main(void) { foo(&x); assert(x == 1); }
