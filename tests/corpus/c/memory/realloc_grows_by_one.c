// expect: unsafe
// The element behind the last one of a vector that has grown.
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
    p[n] = 6;
    assert(p[1] == 5);
    free(p);
    return 0;
}
