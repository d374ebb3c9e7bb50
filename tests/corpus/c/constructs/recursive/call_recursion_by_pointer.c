// expect: error recursion
// A function calls itself through a pointer.
#include <assert.h>

int down(int n);
int (*again)(int) = down;

int down(int n) { return n == 0 ? 0 : again(n - 1); }

int main(void)
{
    assert(down(2) == 0);
    return 0;
}
