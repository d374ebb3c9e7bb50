// expect: unsafe, flags --unknown-functions any
// That a pointer leads to `const` binds nobody.
#include <assert.h>
void look(const int *);
static int x;
int main(void) { look(&x); assert(x == 0); }
