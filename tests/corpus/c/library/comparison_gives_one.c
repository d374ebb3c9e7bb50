// expect: safe
// Comparisons give -1, 0 or 1, which is assumed: glibc gives a difference (C11 7.24.4).
#include <assert.h>
#include <string.h>

int main(void)
{
    char a[2] = "a", c[2] = "c";
    assert(strcmp(a, c) == -1);
}
