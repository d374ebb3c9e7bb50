// expect: safe
// The pointer is a variable, and never leads to `z`.
#include <assert.h>
void foo(int *);
int nondet_int(void);
int x, y, z = 1;
int main(void) { int *p = nondet_int() ? &x : &y; foo(p); assert(z == 1); }
