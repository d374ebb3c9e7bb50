// expect: unsafe
// The recursion goes one step further than the array.
#include <assert.h>

int a[3] = {5, 6, 7};

int sum(int *p, int n) { return n < 0 ? 0 : *p + sum(p + 1, n - 1); }

int main(void)
{
    assert(sum(a, 1) == 11);
    return sum(a, 3);
}
