// expect: unsafe
// Any value of `long` need not fit into `int`.
#include <assert.h>

int main(void)
{
    long n = nondet_long();
    assert(n < 2147483648);
    return 0;
}
