// expect: unsafe, flags --stub look=pure
// It may return any value.
#include <assert.h>
int look(int *);
int x;
int main(void) { assert(look(&x) != 3); }
