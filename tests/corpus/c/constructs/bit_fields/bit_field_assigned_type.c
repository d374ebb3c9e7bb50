// expect: safe
// The value of an assignment to a narrow bit-field is an `int` as an operand.
#include <assert.h>

struct { unsigned a : 3; } s;

int main(void)
{
    assert((s.a = 1) - 5 < 0);
    assert((s.a += 1) - 5 < 0);
    assert(++s.a - 5 < 0);
    return 0;
}
