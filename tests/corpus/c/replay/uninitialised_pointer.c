// expect: unsafe
// Uninitialised variables and members hold addresses, of variables of the same call too.
#include <assert.h>
struct s { int a; int *p; } ;
int x;
static int f(int k) { struct s s; if (s.a == 5 && s.p == &x) { return k; } return 0; }
int main(void) { int i; int *q; int r = f(0); if (i == 9 && q == &i) r = f(1); assert(r == 0); return 0; }
