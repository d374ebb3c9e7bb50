// expect: safe
// The last element of an array whose length is an input.
#include <assert.h>
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 1000)
        return 0;
    int *p = malloc(n * sizeof *p);
    if (!p)
        return 0;
    p[n - 1] = 1;
    free(p);
    return 0;
}
