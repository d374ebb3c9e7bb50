// expect: safe
// The null pointer for a size that is too large is looked at.
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n > 4)
        return 0;
    int *p = malloc(n * sizeof *p);
    if (p && n > 0)
        p[0] = 1;
    free(p);
    return 0;
}
