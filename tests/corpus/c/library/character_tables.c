// expect: safe
// The macros of the header look into tables.
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

int main(void)
{
    int c = getchar();
    if (isdigit(c))
        assert(c >= '0' && c <= '9');
    assert(!isalpha(EOF));
}
