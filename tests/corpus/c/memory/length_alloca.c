// expect: unsafe
// Memory on the stack whose size is known only when the program runs.
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
    assert(a[n - 1] < 3);
    return 0;
}
