// expect: unsafe
// The element behind the last one of an array on the stack.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 400)
        return 0;
    char a[n];
    a[n] = 'x';
    return 0;
}
