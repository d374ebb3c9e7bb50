// expect: error unsupported
// A function that the compiler knows and this program does not define.
#include <assert.h>

int main(void)
{
    assert(__builtin_popcount(7) == 3);
    return 0;
}
