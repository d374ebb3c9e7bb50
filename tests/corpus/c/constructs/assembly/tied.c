// expect: safe
// An input in the register of an output is that output, by whichever number.
#include <assert.h>

int x = 1;

int main(void)
{
    int old, byte = 0x500;
    __asm__ __volatile__("xchgl %2, %1" : "=r"(old), "+m"(x) : "0"(4) : "memory");
    assert(old == 1 && x == 4);
    __asm__ __volatile__("prefetchw (%0)" : : "r"(&x));
    assert(x == 4 && byte == 0x500);
}
