// expect: safe
// A bit-field of `long` with few bits is an `int` as an operand.
#include <assert.h>

struct { long f : 5; } s;

int main(void)
{
    assert(sizeof(s.f + 0) == 4);
    assert(sizeof(+s.f) == 4);
    return 0;
}
