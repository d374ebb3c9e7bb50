// expect: unsafe
// The program's own function is taken.
#include <assert.h>

int read(int file)
{
    return 7;
}

int main(void)
{
    assert(read(0) != 7);
}
