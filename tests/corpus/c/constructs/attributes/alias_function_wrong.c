// expect: unsafe
// The name stands for another function.
#include <assert.h>

int x;

void set(void)
{
    x = 1;
}

void clear(void) __attribute__((alias("set")));

int main(void)
{
    clear();
    assert(x == 0);
    return 0;
}
