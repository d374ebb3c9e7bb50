// expect: error unsupported
// A function that the compiler knows and this program does not define.
#include <assert.h>

int main(void)
{
    assert(__builtin_clrsb(7) == 28);
    return 0;
}
