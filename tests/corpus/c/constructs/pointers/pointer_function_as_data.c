// expect: error unsupported
// The code of a function is looked at as a number.
#include <assert.h>

int f(int n) { return n; }

int main(void)
{
    unsigned char first = *(unsigned char *)f;
    assert(f(1) == 1);
    return first == 0;
}
