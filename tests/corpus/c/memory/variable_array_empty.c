// expect: unsafe
// An array on the stack has at least one element.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 400)
        return 0;
    char a[n];
    a[n - 1] = 'x';
    return 0;
}
