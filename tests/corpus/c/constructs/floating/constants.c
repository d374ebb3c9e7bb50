// expect: safe
// Constants are computed as gcc computes them: 0.1 + 0.2 is not 0.3, but as `float` it is.
#include <assert.h>
#include <math.h>

static double third = 1.0 / 3;
static float table[2] = { 1e-45f, 0x1.8p1f };
static int size[(int)(2.5 * 2)];

int main(void)
{
    const double tenth = 0.1;
    assert(0.1 + 0.2 != 0.3);
    assert(0.1f + 0.2f == 0.3f);
    assert(tenth * 3 > 0.3);
    assert(third == 0.33333333333333331);
    assert(table[0] > 0 && table[0] < 3e-45f);
    assert(table[1] == 3);
    assert(sizeof size == 20);
    assert(1e308 * 10 == INFINITY && -1e308 * 10 == -INFINITY);
    assert(1.0 / 0.0 > 1.7e308 && !(NAN == NAN) && NAN != NAN);
    assert((int)-2.75 == -2 && (unsigned char)200.9 == 200 && (_Bool)0.25);
    assert((float)16777217 == 16777216.0f && (double)9007199254740993L == 9007199254740992.0);
    assert(5e-324 / 2 == 0 && 0x1p-1074 == 5e-324);
    return 0;
}
