// expect: unknown
// What a `long double` becomes is approximated.
#include <assert.h>

int main(void)
{
    long double one = 1;
    int number = one;
    assert(number == 1);
    return 0;
}
