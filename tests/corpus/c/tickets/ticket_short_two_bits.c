// expect: unsafe, threads 6
// Only two bits of the counters are used: the fifth worker gets the ticket of the first.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

unsigned short next_ticket, now_serving;
int inside;

unsigned short take_ticket(void)
{
    __VERIFIER_atomic_begin();
    unsigned short mine = next_ticket;
    next_ticket = (mine + 1) & 3;
    __VERIFIER_atomic_end();
    return mine;
}

void *worker(void *unused)
{
    unsigned short mine = take_ticket();
    while (now_serving != mine)
        ;
    inside++;
    assert(inside == 1);
    inside--;
    now_serving = (mine + 1) & 3;
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
