// expect: safe
// Why: the assertion is about the variable of the block.
#include <assert.h>

int x = 3;

int main()
{
    int x = 1;
    {
        extern int x;
        x = 4;
    }
    assert(x != 4);
    return 0;
}
