// expect: safe
// A variadic function is called through a pointer.
#include <assert.h>
int n;
void count(int first, ...) { n = first; }
int main(void) { void (*p)(int, ...) = n ? 0 : count; p(1, 2); assert(n == 1); return 0; }
