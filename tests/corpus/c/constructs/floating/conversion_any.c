// expect: unknown
// The conversion of an integer that is not known is approximated.
#include <assert.h>

static int count = 3;

int main(void)
{
    double number = count;
    assert(number == 3);
    return 0;
}
