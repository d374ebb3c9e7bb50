// expect: unsafe
// An index of a narrow type is negative, and not a large number.
#include <assert.h>

int a[256];

int main(void)
{
    signed char i = 127;
    a[i] = 1;
    assert(a[127] == 1);
    i = i + 1;
    assert(i == -128);
    return a[i];
}
