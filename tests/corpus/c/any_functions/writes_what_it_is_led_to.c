// expect: unknown, flags --unknown-functions any
// What a pointer in an object leads to that it knows, it knows, too.
#include <assert.h>
void foo(void);
static int x;
int *p = &x;
int main(void) { foo(); assert(x == 0); }
