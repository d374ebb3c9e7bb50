// expect: safe
// There are no numbers of base 1 or above 36.
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void)
{
    errno = 0;
    assert(strtol("10", 0, 100) == 0 && errno == EINVAL);
    errno = 0;
    assert(strtoul("0", 0, 1) == 0 && errno == EINVAL);
    errno = 0;
    assert(strtol("z", 0, 36) == 35 && errno == 0);
}
