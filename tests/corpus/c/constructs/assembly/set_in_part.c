// expect: unknown
// `sete` writes a byte of its register only.
#include <assert.h>

int x = 1;

int main(void)
{
    int zero = 0x500;
    __asm__ __volatile__("lock; decl %0; sete %b1" : "+m"(x), "+q"(zero) : : "memory", "cc");
    assert(zero == 0x501);
}
