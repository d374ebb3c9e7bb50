// expect: unsafe
// It may return what it was given.
#include <assert.h>
int *foo(int *);
int x;
int main(void) { assert(foo(&x) != &x); }
