// expect: safe
// A number that is not known loses its fraction where it becomes an integer.
#include <assert.h>

static double number = -2.75;
static float large = 3e9f;

int main(void)
{
    int whole = number;
    unsigned count = large;
    assert(whole == -2 && count == 3000000000u);
    return 0;
}
