// expect: safe
// A ticket is only taken if it is the one that is served: nobody waits.
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
    return __sync_bool_compare_and_swap(&next_ticket, served, served + 1);
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
