// expect: safe
// An array of a number of bytes that has room for two elements and a part of another one.
#include <assert.h>
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 8 || n > 11)
        return 0;
    int *p = malloc(n);
    if (!p)
        return 0;
    p[1] = 1;
    free(p);
    return 0;
}
