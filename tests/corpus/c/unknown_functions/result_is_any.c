// expect: unsafe
// A function without a body may return 7.
#include <assert.h>
int foo(void);
int main(void) { assert(foo() != 7); }
