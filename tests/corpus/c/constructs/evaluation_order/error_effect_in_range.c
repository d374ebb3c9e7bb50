// expect: error unsupported
// gcc evaluates the value of a range once.
#include <assert.h>

int main(void)
{
    int n = 0, a[4] = { [0 ... 3] = n++ };
    assert(n == 1 && a[0] == 0 && a[3] == 0);
    return 0;
}
