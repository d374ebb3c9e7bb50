// expect: safe
// `drand48` gives a number from 0 up to 1, one of 2 to the 48th.
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    double number = drand48();
    assert(number >= 0 && number < 1 && (number == 0 || number > 3e-15));
    return 0;
}
