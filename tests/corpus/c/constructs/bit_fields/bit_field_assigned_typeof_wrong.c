// expect: unsafe
// Why: an assignment to a bit-field as wide as `unsigned` stays `unsigned` as an operand.
#include <assert.h>

struct { unsigned a : 32; } s;

int main(void)
{
    __typeof__((s.a = 1) - 5) x = -1;
    assert(x < 0);
    return 0;
}
