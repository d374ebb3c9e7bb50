// expect: safe
// A vector that grows holds its first elements.
#include <assert.h>
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 3 || n > 50)
        return 0;
    int *p = realloc(0, 2 * sizeof *p);
    p[1] = 5;
    p = realloc(p, n * sizeof *p);
    p[n - 1] = 6;
    assert(p[1] == 5);
    free(p);
    return 0;
}
