// expect: unsafe
// The remainder of a negative number is none of 0 to 5.
#include <assert.h>
int __VERIFIER_nondet_int(void);
int sum = 1;
int main(void)
{
    for (int i = 0; i < 2; i++)
        sum = sum * 3 + __VERIFIER_nondet_int() % 6;
    assert(sum != 9 - 5 * 3 - 2);
}
