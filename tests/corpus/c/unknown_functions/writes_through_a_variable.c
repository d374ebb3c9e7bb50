// expect: unsafe
// The pointer is a variable with two possible values.
#include <assert.h>
void foo(int *);
int nondet_int(void);
int x = 1, y = 1;
int main(void) { int *p = nondet_int() ? &x : &y; foo(p); assert(y == 1); }
