// expect: unsafe
// The arguments have effects.
#include <assert.h>
int foo(int, ...);
int x;
int main(void) { foo(x++, 1.5, "text"); assert(x == 0); }
