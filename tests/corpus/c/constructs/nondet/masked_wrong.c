// expect: unsafe
// A mask with the sign in it leaves negative numbers.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    assert((x & ~7) >= 0 || (x % 5) >= 0);
}
