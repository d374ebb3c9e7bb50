// expect: safe, flags --unknown-functions any
// Nor the variables of functions that it is not given.
#include <assert.h>
void foo(int *);
int main(void) { int x = 0, y = 0, *p = &x; foo(&y); assert(*p == 0); }
