// expect: error unsupported
// An integer of 128 bits: with 64 bits the product would be 0.
#include <assert.h>

int main(void)
{
    unsigned __int128 x = 1;
    x = x << 63;
    x = x * 2;
    assert(x == 0);
    return 0;
}
