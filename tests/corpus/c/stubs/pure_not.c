// expect: unsafe, flags --stub other=pure
// As pure.c, where something is said about another function.
#include <assert.h>
int look(int *);
int x;
int main(void) { look(&x); assert(x == 0); }
