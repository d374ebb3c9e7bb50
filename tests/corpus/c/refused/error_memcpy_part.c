// expect: error unsupported
// Half of a variable is copied.
#include <assert.h>
#include <string.h>

int main(void)
{
    int from = 0x00010001, to = 0;
    memcpy(&to, &from, 2);
    assert(to == 0 || to == from);
    return 0;
}
