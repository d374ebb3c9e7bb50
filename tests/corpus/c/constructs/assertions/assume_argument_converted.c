// expect: safe
// The argument is converted to `int`, which loses the only bit: nothing comes after it.
#include <assert.h>
extern void __VERIFIER_assume(int);
int main(void) { unsigned long flags = 1UL << 40; __VERIFIER_assume(flags & (1UL << 40)); assert(0); return 0; }
