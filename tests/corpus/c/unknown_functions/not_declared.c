// expect: unsafe
// C89: a call declares a function that returns `int`.
#include <assert.h>
int main(void) { int n = foo(1); assert(n != 3); }
