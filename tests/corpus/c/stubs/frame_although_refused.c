// expect: safe, flags --unknown-functions refuse --stub foo=frame
// One function is accepted, and all others without a body are refused.
#include <assert.h>
int foo(void);
int x;
int main(void) { foo(); assert(x == 0); }
