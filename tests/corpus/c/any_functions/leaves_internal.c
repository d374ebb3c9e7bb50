// expect: safe, flags --unknown-functions any
// One with internal linkage it cannot name.
#include <assert.h>
void foo(void);
static int x;
int main(void) { foo(); assert(x == 0); }
