// expect: unsafe
// The parameter has the type of the file's `x`, whatever the caller calls `x`.
#include <assert.h>
signed char x;
int take(__typeof__(x) value) { return value; }
int main(void) { long x = 300; assert(take(x) == x); return 0; }
