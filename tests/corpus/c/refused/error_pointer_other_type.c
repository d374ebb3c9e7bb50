// expect: error unsupported
// A variable is written through a pointer to a narrower type.
#include <assert.h>

int x = -1;

int main(void)
{
    unsigned char *low = (unsigned char *)&x;
    *low = 0;
    assert(x == -1);
    return 0;
}
