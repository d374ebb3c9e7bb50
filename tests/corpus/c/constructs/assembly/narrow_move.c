// expect: unknown
// An instruction that writes a part of its operand is not executed.
#include <assert.h>

int x = 0x100;

int main(void)
{
    __asm__ __volatile__("movb $1, %0" : "+m"(x));
    assert(x == 0x101);
}
