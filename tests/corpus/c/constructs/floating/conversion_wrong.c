// expect: unsafe
// A `float` has no room for every `int`.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int number = __VERIFIER_nondet_int();
    float narrow = number;
    assert(number != 16777217 || narrow == 16777217);
    return 0;
}
