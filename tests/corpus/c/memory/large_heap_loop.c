// expect: safe
// A loop over as many elements as there are.
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 100)
        return 0;
    char *p = calloc(n, 1);
    if (!p)
        return 0;
    for (int i = 0; i < n; i++)
        p[i] = 'x';
    free(p);
    return 0;
}
