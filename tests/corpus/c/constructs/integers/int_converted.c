// expect: safe
// Operands, arguments, results and first values are converted where nobody writes a cast (C11 6.3, 6.5.2.2, 6.7.9, 6.8.6.4).
#include <assert.h>

struct pair { unsigned char small; long large; };

unsigned char narrowed(int number) { return number; }
long widened(signed char number) { return number; }

int main(void)
{
    unsigned one = 1;
    signed char low = -1;
    struct pair pair = { 511, low };
    assert(pair.small == 255 && pair.large == -1);
    assert(narrowed(257) == 1 && widened(255) == -1);
    assert((low < one) == 0 && (low < 1L) == 1);
    // The left operand of the second operator is converted, not that of the first.
    assert(low + one + 0L == 0L && low + 0L + one == 0L && (low - one) + 0L == 4294967294L);
    int half = 7 / 2.0;
    assert(half == 3);
    low += 256L;
    assert(low == -1);
    assert((1 ? low : one) == 4294967295u);
    return 0;
}
