// expect: unsafe
// A pointer may go one past the end of an array, but it must not be followed there.
#include <assert.h>

int a[4] = {1, 2, 3, 4};
int after = 5;

int main(void)
{
    int *p = a;
    p += 4;
    assert(p - a == 4);
    int x = *p;
    return x == 0;
}
