// expect: error unsupported
// The variable that is compared is also the one with the expected value.
#include <assert.h>

int x = 3;

int main(void)
{
    assert(__atomic_compare_exchange_n(&x, &x, 4, 0, 5, 5));
    return 0;
}
