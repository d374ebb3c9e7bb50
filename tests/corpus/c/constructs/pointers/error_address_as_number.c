// expect: error unsupported
// The addresses of the model mean nothing, so no number in the source may be one.
#include <assert.h>
int x;
int main(void)
{
    *(int *)0x40000000 = 1;
    assert(x == 1);
    return 0;
}
