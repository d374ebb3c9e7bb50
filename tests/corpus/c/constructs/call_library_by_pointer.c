// expect: error unsupported
// A function of the library is called through a pointer; what the name of a pointer stands for is called by its name.
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
