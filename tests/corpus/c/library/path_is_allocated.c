// expect: unknown
// `getcwd` allocates a place where none is given, with a text that is approximated.
#include <assert.h>
#include <unistd.h>

int main(void)
{
    assert(getcwd(0, 0) == 0);
}
