// expect: safe
// Constants of several characters, and of 16 and 32 bits.
#include <assert.h>

int main(void)
{
    assert(sizeof u'a' == 2);
    assert(U'\xffffffff' > 0);
    assert('\377a' == 65377);
    return 0;
}
