// expect: safe, flags --stub look=pure
// A pure function writes nothing, whatever it is given.
#include <assert.h>
int look(int *);
int x;
int main(void) { look(&x); assert(x == 0); }
