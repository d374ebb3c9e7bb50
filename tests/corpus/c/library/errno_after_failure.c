// expect: safe
// `errno` is positive after a failure.
#include <assert.h>
#include <errno.h>
#include <unistd.h>

int main(void)
{
    if (close(3) < 0)
        assert(errno > 0);
}
