// expect: unsafe
// Numbers that are equal may have different signs.
#include <assert.h>
#include <math.h>

double __VERIFIER_nondet_double(void);

int main(void)
{
    double x = __VERIFIER_nondet_double();
    if (x == 0)
        assert(!signbit(x));
    return 0;
}
