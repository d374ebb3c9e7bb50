// expect: unsafe
// The failure does not depend on the number that is approximated, which is only printed.
#include <assert.h>
#include <math.h>
#include <stdio.h>

static double total = 3, root;
static int count;

int main(void)
{
    double mean = total / 2;
    root = sqrt(mean);
    printf("%f %f\n", mean, root);
    count++;
    assert(count == 2);
    return 0;
}
