// expect: error unsupported
// The address of a variable of a recursive function goes to the next call, which has a variable of the same name.
#include <assert.h>

int deep(int n, int *before)
{
    int x = n;
    if (n == 0)
        return *before;
    return deep(n - 1, &x);
}

int main(void)
{
    int first = 9;
    assert(deep(2, &first) == 1);
    return 0;
}
