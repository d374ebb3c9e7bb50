// expect: unsafe
// Numbers are rounded: 0.1 + 0.2 is not 0.3.
#include <assert.h>

int main(void)
{
    assert(0.1 + 0.2 == 0.3);
    return 0;
}
