// expect: safe
// Sets of signals are exact.
#include <assert.h>
#include <signal.h>

int main(void)
{
    sigset_t set;
    sigemptyset(&set);
    assert(!sigismember(&set, SIGINT));
    assert(sigaddset(&set, SIGINT) == 0 && sigismember(&set, SIGINT) == 1 && !sigismember(&set, SIGTERM));
    sigfillset(&set);
    sigdelset(&set, SIGTERM);
    assert(sigismember(&set, SIGINT) && !sigismember(&set, SIGTERM) && sigaddset(&set, 65) == -1);
}
