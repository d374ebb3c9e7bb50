// expect: safe
// The number of bits of any number.
#include <assert.h>

unsigned nondet_uint(void);

int main(void)
{
    unsigned x = nondet_uint();
    if (x && (x & (x - 1)) == 0)
        assert(__builtin_popcount(x) == 1);
}
