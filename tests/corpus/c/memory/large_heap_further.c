// expect: unknown
// An element far from the first one has a value in C, and any value here: that the assertion can fail is no fact.
#include <assert.h>
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 100 || n > 1000)
        return 0;
    int *p = malloc(n * sizeof *p);
    if (!p)
        return 0;
    p[50] = 1;
    assert(p[50] == 1);
    free(p);
    return 0;
}
