// expect: safe
// The ticket lock of Mellor-Crummey and Scott, as long as the tickets last: one worker at a time is inside.
#include <assert.h>
#include <limits.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);

unsigned next_ticket, now_serving;
int inside;

unsigned take_ticket(void)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(next_ticket != UINT_MAX);
    unsigned mine = next_ticket;
    next_ticket = mine + 1;
    __VERIFIER_atomic_end();
    return mine;
}

void acquire(void)
{
    unsigned mine = take_ticket();
    while (now_serving != mine)
        ;
}

void release(void)
{
    now_serving++;
}

void *worker(void *unused)
{
    acquire();
    inside++;
    assert(inside == 1);
    inside--;
    release();
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
