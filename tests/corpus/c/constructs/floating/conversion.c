// expect: safe
// An integer that is not known becomes the nearest number.
#include <assert.h>

static long count = (1L << 53) + 1;
static int small = -3;

int main(void)
{
    double number = count;
    float narrow = small;
    assert(number == 9007199254740992.0 && narrow == -3);
    return 0;
}
