// expect: unsafe
// An array of a number of bytes that is no number of elements: the last element is there in part.
#include <assert.h>
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 5 || n > 7)
        return 0;
    int *p = malloc(n);
    if (!p)
        return 0;
    p[1] = 1;
    free(p);
    return 0;
}
