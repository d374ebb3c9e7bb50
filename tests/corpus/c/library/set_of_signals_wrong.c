// expect: unsafe
// A signal that was put into a set is in it.
#include <assert.h>
#include <signal.h>

int main(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    assert(!sigismember(&set, SIGINT));
}
