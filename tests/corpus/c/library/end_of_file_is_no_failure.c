// expect: unsafe
// At the end of a file `errno` stays as it was.
#include <assert.h>
#include <errno.h>
#include <stdio.h>

int main(void)
{
    errno = 0;
    if (getchar() == EOF)
        assert(errno != 0);
}
