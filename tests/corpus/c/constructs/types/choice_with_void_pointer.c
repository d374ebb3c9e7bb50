// expect: safe
// A choice between `void *` and another pointer is a `void *` (C11 6.5.15).
#include <assert.h>

int x[2], c = 1;

int main(void)
{
    int *i = x;
    void *v = x;
    assert((char *)((c ? i : v) + 1) - (char *)x == 1);
    assert((char *)((c ? v : i) + 1) - (char *)x == 1);
    return 0;
}
