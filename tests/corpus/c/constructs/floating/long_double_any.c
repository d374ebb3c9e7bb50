// expect: unknown
// Of `long double` only copies are known.
#include <assert.h>

int main(void)
{
    long double one = 1;
    assert(one > 0);
    return 0;
}
