// expect: unsafe
// A narrow bit-field is an `int` as an operand, also where it is not evaluated.
#include <assert.h>
struct {
    unsigned b : 3;
} s;
int main(void)
{
    __typeof__(s.b + 0) v = -1;
    assert(v > 0);
    return 0;
}
