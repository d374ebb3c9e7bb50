// expect: unknown
// Bytes of numbers are not modelled.

#include <assert.h>
#include <string.h>

int main(void)
{
    int one[2] = {1, 2}, other[2] = {1, 2};
    assert(memcmp(one, other, sizeof one) == 0);
}
