// expect: safe
// A character is the same each time it is read, unless somebody writes it.
#include <assert.h>

int main(int argc, char *argv[])
{
    if (argc == 2 && argv[1][0] == 'x') {
        assert(argv[1][0] == 'x');
        argv[1][0] = 'y';
        assert(argv[1][0] == 'y');
    }
}
