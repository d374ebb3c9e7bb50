// expect: unsafe, flags --unknown-functions any
// A variable that each thread has for itself may have external linkage, too.
#include <assert.h>
void foo(void);
_Thread_local int x;
int main(void) { foo(); assert(x == 0); }
