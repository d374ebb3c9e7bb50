// expect: safe, flags --stub bar=any
// As one_function.c, where that is another one.
#include <assert.h>
void foo(void);
int x;
int main(void) { foo(); assert(x == 0); }
