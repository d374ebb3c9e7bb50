// expect: unknown
// What other instructions give is something certain, so that no run is a failure of the source.
#include <assert.h>

int main(void)
{
    int x;
    __asm__ __volatile__("movl $3, %0" : "=r"(x));
    assert(x == 3);
}
