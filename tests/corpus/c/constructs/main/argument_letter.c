// expect: unsafe
// A string that main is given is an input of the program: the first letter may be an x.
#include <assert.h>

int main(int argc, char *argv[])
{
    if (argc == 2 && argv[1][0] == 'x')
        assert(argv[1][1] != 'y');
}
