// expect: error unsupported
// The function asks about a size rather than working on what a pointer leads to.
#include <assert.h>

long x;

int main(void)
{
    assert(__atomic_is_lock_free(sizeof x, &x));
    return 0;
}
