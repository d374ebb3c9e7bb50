// expect: safe
// gcc computes with a bit-field that is wider than `int` in its own width.
#include <assert.h>

struct { unsigned long a : 40; } s;

int main(void)
{
    s.a = -1;
    assert(s.a + 1 == 0);
    return 0;
}
