// expect: unknown
// The square root of 4 is 2; here it is any number.
#include <assert.h>
#include <math.h>

int main(void)
{
    assert(sqrt(4.0) == 2);
    return 0;
}
