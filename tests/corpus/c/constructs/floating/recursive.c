// expect: safe
// A recursive function takes and returns a number.
#include <assert.h>

static double last(int n, double value)
{
    return n == 0 ? value : last(n - 1, value);
}

int main(void)
{
    assert(last(3, 0.25) == 0.25);
    return 0;
}
