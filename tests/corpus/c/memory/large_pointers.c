// expect: safe, property reach-error
// A pointer from a large table leads to what was put there.
#include <assert.h>
#include <stdlib.h>

void reach_error(void);
static int one, two;
static int *table[5000];
unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned i = __VERIFIER_nondet_uint() % 5000;
    one = 1;
    table[i] = &one;
    int *p = table[4000];
    if (p) {
        *p = 3;
        if (two != 0)
            reach_error();
    }
    return 0;
}
