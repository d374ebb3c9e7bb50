// expect: unsafe
// `drand48` may give 0.
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    assert(drand48() > 0);
    return 0;
}
