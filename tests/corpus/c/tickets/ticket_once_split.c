// expect: unsafe
// Reading the counter and storing it are two steps, so two workers get the same ticket.
#include <assert.h>
#include <limits.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);

unsigned next_ticket, now_serving;
int inside;

unsigned take_ticket(void)
{
    unsigned mine = next_ticket;
    __VERIFIER_assume(mine != UINT_MAX);
    next_ticket = mine + 1;
    return mine;
}

void *worker(void *unused)
{
    unsigned mine = take_ticket();
    while (now_serving != mine)
        ;
    inside++;
    assert(inside == 1);
    inside--;
    now_serving++;
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
