// expect: safe
// Any value of the type that it returns, and no other one.
#include <assert.h>
unsigned char foo(void);
int main(void) { assert(foo() <= 255); }
