// expect: safe
// The last pointer is null.
#include <assert.h>

int main(int argc, char **argv)
{
    assert(argv[argc] == 0);
}
