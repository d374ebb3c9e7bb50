// expect: unsafe, flags --spawn acquire_and_release
// A library without a main function, with any number of clients: the lock is tested and set in two steps.
#include <assert.h>

static int locked;
static int inside;

void acquire_and_release(void)
{
    while (locked)
        ;
    locked = 1;
    inside++;
    assert(inside == 1);
    inside--;
    locked = 0;
}
