// expect: unsafe
// A limit that there is not is told by -1 without a change of `errno`.
#include <assert.h>
#include <errno.h>
#include <unistd.h>

int main(void)
{
    errno = 0;
    if (sysconf(_SC_OPEN_MAX) == -1)
        assert(errno != 0);
}
