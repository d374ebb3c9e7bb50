// expect: unsafe
// A size that is negative is a very large one, for which there is no memory.
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n > 4)
        return 0;
    int *p = malloc(n * sizeof *p);
    if (n < 0)
        p[0] = 1;
    free(p);
    return 0;
}
