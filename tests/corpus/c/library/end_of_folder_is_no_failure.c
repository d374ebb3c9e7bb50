// expect: unsafe
// At the end of a folder `errno` stays as it was.
#include <assert.h>
#include <dirent.h>
#include <errno.h>

int main(void)
{
    DIR *folder = opendir("/");
    if (!folder)
        return 0;
    errno = 0;
    if (!readdir(folder))
        assert(errno != 0);
}
