// expect: safe
// The right operand of a comma is no array any more.
#include <assert.h>

char a[10];

int main(void)
{
    assert(sizeof(0, a) == 8);
    return 0;
}
