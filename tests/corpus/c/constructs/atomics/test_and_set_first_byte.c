// expect: unsafe
// `__atomic_test_and_set` looks at one byte and sets one.
#include <assert.h>
int main(void)
{
    int x = 256;
    assert(__atomic_test_and_set(&x, 5));
    assert(x == 1);
    return 0;
}
