// expect: unknown, flags --unknown-functions any
// It may return a pointer to what another function was given; which is more than it can do if that comes later.
#include <assert.h>
void take(int *);
int *foo(void);
static int x;
int main(void) { int *p = foo(); assert(p != &x); take(&x); }
