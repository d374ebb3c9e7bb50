// expect: safe
// Of these numbers only some bits matter: all that can happen is visited.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
unsigned product = 1;
int main(void)
{
    for (int i = 0; i < 4; i++)
        product = product * ((__VERIFIER_nondet_uint() & 5) + 3);
    assert(product % 11 != 0);
}
