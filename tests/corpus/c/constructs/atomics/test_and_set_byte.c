// expect: safe
// `__atomic_test_and_set` and `__atomic_clear` of a number look at its first byte and change that one only.
#include <assert.h>

int x = 0x500;
long y = 0x30001;

int main(void)
{
    assert(!__atomic_test_and_set(&x, 5));
    assert(x == 0x501);
    assert(__atomic_test_and_set(&x, 5));
    __atomic_clear(&x, 5);
    assert(x == 0x500);
    assert(__atomic_test_and_set(&y, 5));
    __atomic_clear(&y, 5);
    assert(y == 0x30000);
    return 0;
}
