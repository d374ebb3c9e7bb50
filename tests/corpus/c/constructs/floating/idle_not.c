// expect: unknown
// The number that is approximated gets to a condition by way of two variables.
#include <assert.h>

static double total = 3;

int main(void)
{
    double mean = total / 2;
    int rounded = mean;
    int copy = rounded + 1;
    if (copy == 2)
        return 0;
    assert(0);
}
