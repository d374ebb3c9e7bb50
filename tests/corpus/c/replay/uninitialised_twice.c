// expect: unsafe
// Each call has its own uninitialised variable, and so has each block.
#include <assert.h>
static int f(void) { int a; return a; }
int main(void) { int a = f(), b = f(); { int c; { int c; if (c == 3) a++; } if (c == 4) a++; }
 assert(!(a == 3 && b == 2)); return 0; }
