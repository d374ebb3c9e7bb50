// expect: safe
// Registers and variables of all sizes.
#include <assert.h>

unsigned char b = 255;
unsigned short w = 65535;
long q = -1;

int main(void)
{
    unsigned char r = 1;
    unsigned short s = 1;
    long t = 1;
    __asm__ volatile("lock; xaddb %0, %1" : "+q"(r), "+m"(b));
    __asm__ volatile("lock xaddw %0,%1" : "+r"(s), "+m"(w));
    __asm__ volatile("lock xadd %0, %1" : "+r"(t), "+m"(q));
    assert(b == 0 && r == 255 && w == 0 && s == 65535 && q == 0 && t == -1);
    __asm__ volatile("xchgb %b0, %1" : "+q"(r), "+m"(b));
    __asm__ volatile("lock; addq %1, (%0)" : : "r"(&q), "er"(7L) : "memory");
    __asm__ volatile("lock; decw %0" : "+m"(w));
    assert(b == 255 && r == 0 && q == 7 && w == 65535);
}
