// expect: unsafe
// A large array at file scope, with an index that may be one too high.
#include <assert.h>
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);
static char buffer[65536];

int main(void)
{
    unsigned i = __VERIFIER_nondet_uint();
    if (i <= sizeof buffer)
        buffer[i] = 1;
    return 0;
}
