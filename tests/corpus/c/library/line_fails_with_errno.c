// expect: unsafe
// A line that cannot be read may set `errno`.
#include <assert.h>
#include <errno.h>
#include <stdio.h>

int main(void)
{
    char line[4];
    errno = 0;
    if (!fgets(line, sizeof line, stdin))
        assert(errno == 0);
}
