// expect: safe
// A format in a cast is a literal all the same.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int x = 1;
    printf((const char *)"%d %s %p\n", x, "text", (void *)&x);
    assert(x == 1);
}
