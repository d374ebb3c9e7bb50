// expect: safe
// Comparisons are exact for any number: zeros of both signs are equal, and what is not a number is not even equal to itself.
#include <assert.h>

double __VERIFIER_nondet_double(void);

int main(void)
{
    double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double();
    if (x == 0)
        assert(-x == x && x <= 0 && x >= -0.0 && !x);
    if (x < y)
        assert(y > x && x != y && !(y <= x) && -y < -x);
    if (x != x)
        assert(!(x < 1) && !(x >= 1) && !(x == y) && x);
    if (x > 1.5 && x <= 2.5)
        assert(x > 0 && x < 3 && 1 < x && -x > -3);
    if (x >= y && y >= x)
        assert(x == y);
    return 0;
}
