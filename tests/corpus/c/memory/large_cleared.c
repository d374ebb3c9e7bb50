// expect: safe
// A large buffer is cleared and filled, and its first byte is zero.
#include <assert.h>
#include <stdlib.h>

#include <string.h>
static char from[32768], to[40000];

int main(void)
{
    memset(to, 1, sizeof to);
    memset(from, 0, sizeof from);
    memcpy(to, from, sizeof from);
    assert(to[0] == 0);
    return 0;
}
