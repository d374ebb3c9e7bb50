// expect: unsafe
// The number of zeros below the lowest bit of zero is not defined.
#include <assert.h>

unsigned nondet_uint(void);

int main(void)
{
    assert(__builtin_ctz(nondet_uint()) < 32);
}
