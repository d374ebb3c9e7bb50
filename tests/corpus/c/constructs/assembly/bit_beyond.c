// expect: unknown
// With a bit number in a register, the bit may be in another word than the operand.
#include <assert.h>

unsigned x[2];

int main(void)
{
    unsigned bit = 33;
    __asm__ __volatile__("btsl %1, %0" : "+m"(x[0]) : "r"(bit) : "memory", "cc");
    assert(x[0] == 0);
}
