// expect: unsafe
// Whether a compare and exchange is weak is the value of a variable, which is 1 in the end.
#include <assert.h>

int nondet_int(void);
int y = 5;

int main(void)
{
    _Bool weak = 0;
    int expected = 5;
    assert(__atomic_compare_exchange_n(&y, &expected, 6, weak, 5, 5));
    weak = nondet_int();
    expected = 6;
    assert(__atomic_compare_exchange_n(&y, &expected, 7, weak, 5, 5));
    return 0;
}
