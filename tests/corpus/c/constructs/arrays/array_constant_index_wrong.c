// expect: unsafe
// An index that is a constant out of range is no different from another one.
#include <assert.h>

int a[3] = {1, 2, 3};
int after = 4;

int main(void)
{
    assert(&a[3] - a == 3);
    return a[3];
}
