// expect: unsafe, flags --unknown-functions any
// A pointer with external linkage may lead to any object that it knows afterwards.
#include <assert.h>
void foo(void);
int x, y;
int *p = &x;
int main(void) { foo(); assert(p != &y); }
