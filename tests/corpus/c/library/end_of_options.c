// expect: unsafe
// The argument `--` is skipped.
#include <assert.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    if (getopt(argc, argv, "") == -1)
        assert(optind == 1);
}
