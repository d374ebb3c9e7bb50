// expect: unknown
// The handler may run, and it runs like a thread, which is an approximation.
#include <assert.h>
#include <signal.h>

volatile sig_atomic_t x;

void handler(int number)
{
    x = number;
}

int main(void)
{
    signal(SIGUSR1, handler);
    raise(SIGUSR1);
    assert(x == 0);
    return 0;
}
