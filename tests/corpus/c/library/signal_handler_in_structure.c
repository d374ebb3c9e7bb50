// expect: unknown
// A handler in a structure, for a signal from outside.
#include <assert.h>
#include <signal.h>
#include <unistd.h>

volatile sig_atomic_t x;

void handler(int number)
{
    x = number;
}

int main(void)
{
    struct sigaction action = { .sa_handler = handler };
    sigaction(SIGALRM, &action, 0);
    alarm(1);
    while (1)
        assert(x == 0);
}
