// expect: unsafe
// The argument is converted to `int`, which loses the only bit.
extern void __VERIFIER_assert(int);
int main(void) { unsigned long flags = 1UL << 40; __VERIFIER_assert(flags & (1UL << 40)); return 0; }
