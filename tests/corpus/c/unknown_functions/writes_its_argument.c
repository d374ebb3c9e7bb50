// expect: unsafe
// It may write what it is given.
#include <assert.h>
void foo(int *);
int x = 1;
int main(void) { foo(&x); assert(x == 1); }
