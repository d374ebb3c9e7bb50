// expect: unsafe
// An element that is read in part is any.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int x = 7;
    if (fread(&x, sizeof x, 1, stdin) == 0)
        assert(x == 7);
}
