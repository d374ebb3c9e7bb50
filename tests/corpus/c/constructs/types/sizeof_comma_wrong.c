// expect: unsafe
// The right operand of a comma is no array any more.
#include <assert.h>
int a[3];
int main(void)
{
    assert(sizeof(0, a) == 12);
    return 0;
}
