// expect: unsafe
// Of two numbers none may be the smaller one although they are not equal: one of them may be none.
#include <assert.h>

double __VERIFIER_nondet_double(void);

int main(void)
{
    double x = __VERIFIER_nondet_double();
    assert(x < 1 || x >= 1);
    return 0;
}
