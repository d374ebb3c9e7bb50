// expect: safe, flags --spawn acquire_and_release
// The same library with a lock that tests and sets in one step.
#include <assert.h>

static int locked;
static int inside;

void acquire_and_release(void)
{
    while (__sync_lock_test_and_set(&locked, 1))
        ;
    inside++;
    assert(inside == 1);
    inside--;
    __sync_lock_release(&locked);
}
