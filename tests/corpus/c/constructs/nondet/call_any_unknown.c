// expect: error unsupported
// Any value of a type that neither a declaration nor the name tells.
#include <assert.h>

int main(void)
{
    assert(__VERIFIER_nondet_thing() == 0);
    return 0;
}
