// expect: unknown
// Arithmetic on numbers that are not known is approximated: 3.0 / 2 is 1.5 where the model has any number.
#include <assert.h>

static double number = 3;

int main(void)
{
    number = number / 2;
    assert(number == 1.5);
    return 0;
}
