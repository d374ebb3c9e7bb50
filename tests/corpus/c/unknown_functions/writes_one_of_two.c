// expect: safe
// What is written is the object that the pointer leads to now.
#include <assert.h>
void foo(int *);
int nondet_int(void);
int x, y;
int main(void) { int c = nondet_int(); int *p = c ? &x : &y; foo(p); assert(c ? y == 0 : x == 0); }
