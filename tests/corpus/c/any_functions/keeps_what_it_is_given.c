// expect: unknown, flags --unknown-functions any
// What it was given it may write later; that nothing else may be written before that is not modelled exactly.
#include <assert.h>
void take(const int *);
void foo(void);
static int x;
int main(void) { take(&x); x = 1; foo(); assert(x == 1); }
