// expect: unsafe
// An index of 64 bits is not cut to 32.
#include <assert.h>

int a[3] = {7, 8, 9};
int b[3] = {1, 2, 3};

int main(void)
{
    long i = 2;
    assert(a[i] == 9);
    i = 0x100000000;
    return a[i] == b[0];
}
