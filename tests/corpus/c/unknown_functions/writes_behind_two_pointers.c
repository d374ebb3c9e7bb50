// expect: unknown
// What `const int **` leads to is a pointer that may be written, which is not modelled.
#include <assert.h>
void foo(const int **);
int x;
const int *p = &x;
int main(void) { foo(&p); assert(p == &x); }
