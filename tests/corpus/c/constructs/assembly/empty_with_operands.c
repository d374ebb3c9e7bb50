// expect: safe
// An empty template hides a value from the compiler, and leaves it as it is.
#include <assert.h>

int main(void)
{
    int x = 1, y;
    __asm__ __volatile__("" : "+r"(x) : : "memory");
    __asm__("" : "=r"(y) : "0"(x));
    assert(x == 1 && y == 1);
}
