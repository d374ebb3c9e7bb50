// expect: error unsupported
// One byte of a variable is set.
#include <assert.h>
#include <string.h>

int main(void)
{
    int x = 0;
    memset((char *)&x + 1, 1, 1);
    assert(x == 0);
    return 0;
}
