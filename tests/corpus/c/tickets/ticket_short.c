// expect: safe
// Counters of 16 bits, which are promoted to int and cut back.
#include <assert.h>
#include <limits.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

unsigned short next_ticket, now_serving;
int inside;

unsigned short take_ticket(void)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(next_ticket != USHRT_MAX);
    unsigned short mine = next_ticket;
    next_ticket = (unsigned short)(mine + 1);
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
    now_serving = (unsigned short)(mine + 1);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
