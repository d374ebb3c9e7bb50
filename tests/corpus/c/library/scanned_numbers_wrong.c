// expect: unsafe
// A conversion stores any number.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int x = 0;
    if (scanf("%d", &x) == 1)
        assert(x != 12345);
}
