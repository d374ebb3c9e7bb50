// expect: safe
// A handler may run at any time after it is installed.
#include <assert.h>
#include <signal.h>

volatile sig_atomic_t stop, other;

static void handler(int number)
{
    stop = 1;
}

int main(void)
{
    assert(stop == 0);
    signal(SIGINT, handler);
    signal(SIGPIPE, SIG_IGN);
    while (!stop)
        other = 2;
    assert(stop == 1);
}
