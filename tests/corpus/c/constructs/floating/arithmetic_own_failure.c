// expect: unsafe
// The failure happens before anything is approximated.
#include <assert.h>

static double number = 3;
static int count;

int main(void)
{
    count++;
    assert(count == 2);
    number = number / 2;
    return 0;
}
