// expect: safe
// Why: an assignment to a narrow bit-field is an `int` as an operand, also where only its type is asked for.
#include <assert.h>

struct { unsigned a : 3; } s;

int main(void)
{
    __typeof__((s.a = 1) - 5) x = -1;
    __typeof__(s.a++ + 0) y = -1;
    __typeof__((0, s.a) + 0) z = -1;
    assert(x < 0 && y < 0 && z < 0);
    return 0;
}
