// expect: unknown
// So is the conversion to an integer.
#include <assert.h>

static double number = 2.5;

int main(void)
{
    int whole = number;
    assert(whole == 2);
    return 0;
}
