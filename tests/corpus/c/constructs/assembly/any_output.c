// expect: safe
// What other instructions give is any value.
#include <assert.h>

int main(void)
{
    unsigned low, high;
    __asm__ __volatile__("rdtsc" : "=a"(low), "=d"(high));
    assert(low <= 0xffffffff && (high & 1) < 2);
}
