// expect: safe
// A bit-field with as many bits as `int` is one, or an `unsigned`, whatever its type.
#include <assert.h>

struct { unsigned long u : 32; } s;

int main(void)
{
    s.u = -1;
    assert(s.u + 1 == 0);
    return 0;
}
