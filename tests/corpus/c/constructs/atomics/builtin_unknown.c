// expect: error unsupported
// A function whose name begins like that of an atomic operation, but which is none that is known.
#include <assert.h>

int x;

int main(void)
{
    __sync_fetch_and_max(&x, 3);
    assert(x == 3);
    return 0;
}
