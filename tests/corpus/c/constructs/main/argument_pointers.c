// expect: safe
// The pointers themselves are the same each time, near and far, and differ.
#include <assert.h>

int main(int argc, char *argv[])
{
    if (argc > 9) {
        assert(argv[1] != argv[2] && argv[2] != argv[7] && argv[7] != argv[9]);
        assert(argv[9] == argv[9]);
    }
}
