// expect: safe
// Whatever an element far from the first one is, it is checked.
#include <assert.h>
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 100 || n > 1000)
        return 0;
    int *p = calloc(n, sizeof *p);
    if (!p)
        return 0;
    int value = p[50];
    if (value > 9)
        value = 9;
    assert(value <= 9);
    free(p);
    return 0;
}
