// expect: safe, flags --unknown-functions any
// To one that it does not know it does not lead.
#include <assert.h>
void foo(void);
int x;
static int y;
int *p = &x;
int main(void) { foo(); assert(p != &y); }
