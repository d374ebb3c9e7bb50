// expect: safe
// A character is not negative, and the end is EOF.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int c = getchar();
    assert(c == EOF || (c >= 0 && c < 256));
}
