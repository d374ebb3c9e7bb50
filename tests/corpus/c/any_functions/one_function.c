// expect: unsafe, flags --stub foo=any
// Of one function nothing is known.
#include <assert.h>
void foo(void);
int x;
int main(void) { foo(); assert(x == 0); }
