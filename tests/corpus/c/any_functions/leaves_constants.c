// expect: safe, flags --unknown-functions any
// What is `const` stays.
#include <assert.h>
void foo(void);
const int x = 3;
int main(void) { foo(); assert(x == 3); }
