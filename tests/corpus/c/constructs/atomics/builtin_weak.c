// expect: safe
// A weak compare and exchange that fails for no reason leaves the variable alone and stores what it saw.
#include <assert.h>
#include <stdatomic.h>

atomic_int x = 3;
int y = 5;

int main(void)
{
    int expected = 3;
    if (atomic_compare_exchange_weak(&x, &expected, 4))
        assert(x == 4 && expected == 3);
    else
        assert(x == 3 && expected == 3);
    expected = 6;
    _Bool weak = 1;
    assert(!__atomic_compare_exchange_n(&y, &expected, 7, weak, 5, 5) && expected == 5 && y == 5);
    while (!__atomic_compare_exchange_n(&y, &expected, 7, 1, 5, 5))
        assert(y == 5 && expected == 5);
    assert(y == 7);
    weak = 0;
    expected = 7;
    assert(__atomic_compare_exchange_n(&y, &expected, 8, weak, 5, 5) && y == 8);
    return 0;
}
