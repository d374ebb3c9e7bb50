// expect: unsafe
// The same with another value.
#include <assert.h>

int quotient = 0 ? 7 : 8 / 2;

int main(void)
{
    assert(quotient == 7);
    return 0;
}
