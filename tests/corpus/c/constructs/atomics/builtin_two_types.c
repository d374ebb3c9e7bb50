// expect: error unsupported
// The expected value has another sign than the variable that it is compared with.
#include <assert.h>

int x = 3;
unsigned expected = 3;

int main(void)
{
    assert(__atomic_compare_exchange_n(&x, (int *)&expected, 4, 0, 5, 5));
    assert(__atomic_compare_exchange_n(&x, &expected, 4, 0, 5, 5));
    return 0;
}
