// expect: unsafe
// The sum of two positive numbers need not be positive.
#include <assert.h>

int nondet_int(void);

int main(void)
{
    int i, x = nondet_int(), y = nondet_int();
    if (x > 0 && y > 0) {
        __builtin_add_overflow(x, y, &i);
        assert(i > 0);
    }
}
