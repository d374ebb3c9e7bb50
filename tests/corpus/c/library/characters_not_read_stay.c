// expect: safe
// Characters are read whole or not at all.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char x = 7;
    if (fread(&x, 1, 1, stdin) == 0)
        assert(x == 7);
}
