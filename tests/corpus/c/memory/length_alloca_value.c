// expect: safe
// Memory on the stack whose size is known only when the program runs, and what it holds is known.
#include <assert.h>
#include <alloca.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 4)
        return 0;
    int *a = alloca(n * sizeof(int));
    a[n - 1] = n;
    assert(a[n - 1] == n);
    return 0;
}
