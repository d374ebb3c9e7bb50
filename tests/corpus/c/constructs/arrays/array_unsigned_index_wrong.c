// expect: unsafe
// An unsigned index that wraps is far outside, also where a pointer into the middle of the array is moved by it.
#include <assert.h>

int a[3] = {7, 8, 9};

int main(void)
{
    unsigned i = 0;
    int *p = a + 1;
    p += i;
    assert(p[i] == 8);
    i--;
    return p[i];
}
