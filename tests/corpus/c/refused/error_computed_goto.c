// expect: error unsupported
// The label to jump to is a value.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = 0;
    void *next = __VERIFIER_nondet_int() ? &&yes : &&no;
    goto *next;
yes:
    x = 1;
no:
    assert(x == 0);
    return 0;
}
