// expect: unsafe
// A pointer into the middle of an array leads to all of it.
#include <assert.h>
void foo(int *);
int a[4];
int main(void) { int *p = a; p += 2; foo(p); assert(a[0] == 0); }
