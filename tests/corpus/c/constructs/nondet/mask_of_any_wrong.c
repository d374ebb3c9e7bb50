// expect: unsafe
// As mask_of_any.c, where one of the numbers is 5.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
unsigned product = 1;
int main(void)
{
    for (int i = 0; i < 4; i++)
        product = product * ((__VERIFIER_nondet_uint() & 6) + 3);
    assert(product % 5 != 0);
}
