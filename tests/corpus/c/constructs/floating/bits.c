// expect: safe
// The bits of a number are those of IEEE 754, seen through a union and by `memcpy`.
#include <assert.h>
#include <math.h>
#include <string.h>

union seen {
    double number;
    unsigned long bits;
};

int main(void)
{
    union seen seen = { 1.0 };
    float small = -0.0f;
    unsigned bits;
    assert(seen.bits == 0x3ff0000000000000);
    seen.bits += 1;
    assert(seen.number > 1 && seen.number < 1.0000000000000004);
    memcpy(&bits, &small, sizeof bits);
    assert(bits == 0x80000000);
    assert(fabs(-2.5) == 2.5 && signbit(small) && copysign(3.0, small) == -3.0);
    assert(isnan(NAN) && isinf(-INFINITY) && !isfinite(INFINITY) && isnormal(seen.number));
    assert(fpclassify(small) == FP_ZERO && fpclassify(1e-310) == FP_SUBNORMAL);
    return 0;
}
