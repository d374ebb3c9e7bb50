// expect: safe
// Only the sign of a comparison is certain, and that it is the same for both functions.
#include <assert.h>
#include <string.h>

int main(void)
{
    char a[2] = "a", c[2] = "c";
    assert(strcmp(a, c) < 0 && strcmp(c, a) > 0 && strcmp(a, "a") == 0);
    assert(memcmp(a, c, 2) < 0 && strncmp(c, a, 1) > 0);
}
