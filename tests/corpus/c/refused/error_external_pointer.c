// expect: error unsupported
// A function that is defined elsewhere gets a pointer, and may write through it.
#include <assert.h>

extern void update(int *place);

int x;

int main(void)
{
    update(&x);
    assert(x == 0);
    return 0;
}
