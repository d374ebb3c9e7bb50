// expect: unknown
// Other instructions may write what pointers lead to.
#include <assert.h>

int x = 1;

int main(void)
{
    int *p = &x;
    __asm__ __volatile__("clflush (%0)" : : "r"(p) : "memory");
    assert(x == 1);
}
