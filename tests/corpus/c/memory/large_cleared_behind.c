// expect: unsafe
// More is read from a large buffer than it has.
#include <assert.h>
#include <stdlib.h>

#include <string.h>
static char from[32768], to[40000];

int main(void)
{
    memset(to, 1, sizeof to);
    memset(from, 0, sizeof from);
    memcpy(to, from, sizeof to);
    assert(to[0] == 0);
    return 0;
}
