// expect: safe
// What such an instruction writes is any value.
#include <assert.h>

int x = 0x100, y = 1;

int main(void)
{
    __asm__ __volatile__("movb $1, %0" : "+m"(x));
    assert(y == 1);
}
