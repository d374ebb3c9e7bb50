// expect: error unknown-name, flags --spawn nobody
// The function that threads should run does not exist.
#include <assert.h>

void somebody(void)
{
    assert(0);
}
