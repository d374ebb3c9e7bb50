// expect: safe
// A function of the library that a constant pointer leads to is called like by its name.
#include <assert.h>
#include <sched.h>

int main(void)
{
    int (*pause)(void) = sched_yield;
    assert(pause != 0);
    pause();
    (1 ? pause : pause)();
    return 0;
}
