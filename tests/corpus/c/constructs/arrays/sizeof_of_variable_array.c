// expect: error unsupported
// The size of a variable-length array is computed, with all effects.
#include <assert.h>
int n;
int next(void) { n = n + 1; return n; }
int main(void) { (void)sizeof(int[next()]); assert(n == 0); return 0; }
