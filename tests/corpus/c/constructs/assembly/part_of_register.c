// expect: unknown
// An instruction on a byte keeps the other bytes of a wider register: here r is 0x105 in the end.
#include <assert.h>

unsigned char c = 5;

int main(void)
{
    unsigned r = 0x107;
    __asm__ volatile("xchgb %b0, %1" : "+q"(r), "+m"(c) : : "memory");
    assert(r == 5);
}
