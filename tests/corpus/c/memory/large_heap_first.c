// expect: safe
// The first elements of an array have values, whatever its length is.
#include <assert.h>
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 2 || n > 1000)
        return 0;
    int *p = malloc(n * sizeof *p);
    if (!p)
        return 0;
    p[0] = 1;
    p[1] = 2;
    assert(p[0] + p[1] == 3);
    free(p);
    return 0;
}
