// expect: error unsupported
// A function that is one step because of its name calls itself.
#include <assert.h>

int x;

void __VERIFIER_atomic_down(int n)
{
    x = n;
    if (n > 0)
        __VERIFIER_atomic_down(n - 1);
}

int main(void)
{
    __VERIFIER_atomic_down(2);
    assert(x == 0);
    return 0;
}
