// expect: unknown
// `incl` on a variable of 64 bits loses the carry.
#include <assert.h>

long l = 0xffffffffL;

int main(void)
{
    __asm__ volatile("lock; incl %0" : "+m"(l));
    assert(l == 0x100000000L);
}
