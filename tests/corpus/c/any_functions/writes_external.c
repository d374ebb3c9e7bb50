// expect: unsafe, flags --unknown-functions any
// A function of which nothing is known may write a variable with external linkage.
#include <assert.h>
void foo(void);
int x;
int main(void) { foo(); assert(x != 7); }
