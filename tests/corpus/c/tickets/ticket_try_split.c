// expect: unsafe
// Comparing the counters and taking the ticket are two steps.
#include <assert.h>
#include <limits.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);

unsigned next_ticket, now_serving;
int inside;

int try_acquire(void)
{
    unsigned served = now_serving;
    __VERIFIER_assume(served != UINT_MAX);
    if (next_ticket != served)
        return 0;
    next_ticket = served + 1;
    return 1;
}

void *worker(void *unused)
{
    if (try_acquire()) {
        inside++;
        assert(inside == 1);
        inside--;
        now_serving++;
    }
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
