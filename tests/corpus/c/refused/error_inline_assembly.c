// expect: error unsupported
// The assembly changes a variable.
#include <assert.h>

int x;

int main(void)
{
    __asm__ volatile("movl $1, %0" : "=m"(x));
    assert(x == 0);
    return 0;
}
