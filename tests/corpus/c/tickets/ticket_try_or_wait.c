// expect: safe, flags --threads 4
// Tickets by compare-and-swap, for those that wait and those that take the lock only if it is free.
#include <assert.h>
#include <limits.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);

unsigned next_ticket, now_serving;
int inside;

void acquire(void)
{
    unsigned mine;
    do {
        mine = next_ticket;
        __VERIFIER_assume(mine != UINT_MAX);
    } while (!__sync_bool_compare_and_swap(&next_ticket, mine, mine + 1));
    while (now_serving != mine)
        ;
}

int try_acquire(void)
{
    unsigned served = now_serving;
    __VERIFIER_assume(served != UINT_MAX);
    return __sync_bool_compare_and_swap(&next_ticket, served, served + 1);
}

void enter_and_leave(void)
{
    inside++;
    assert(inside == 1);
    inside--;
    now_serving++;
}

void *patient(void *unused)
{
    acquire();
    enter_and_leave();
    return 0;
}

void *hasty(void *unused)
{
    if (try_acquire())
        enter_and_leave();
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1) {
        pthread_create(&t, 0, patient, 0);
        pthread_create(&t, 0, hasty, 0);
    }
}
