// expect: unsafe
// A letter need not be a small one.
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

int main(void)
{
    int c = getchar();
    if (isalpha(c))
        assert(islower(c));
}
