// expect: safe
// A number that is too large sets `errno`; others leave it.
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void)
{
    errno = 0;
    assert(strtol("12", 0, 10) == 12 && errno == 0);
    assert(strtol("99999999999999999999", 0, 10) > 0 && errno == ERANGE);
}
