// expect: unsafe
// A sum is computed in the type of its operands before it is converted to that of the next one.
#include <assert.h>

int main(void)
{
    unsigned one = 1;
    signed char low = -1;
    assert((low - one) + 0L == -2L);
    return 0;
}
