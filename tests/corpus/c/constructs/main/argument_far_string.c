// expect: unknown
// A character of a far string is any one each time it is read.
#include <assert.h>

int main(int argc, char *argv[])
{
    if (argc == 8)
        assert(argv[7][0] == argv[7][0]);
}
