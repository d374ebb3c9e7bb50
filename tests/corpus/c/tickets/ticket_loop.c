// expect: safe
// The workers take the lock again and again; the release stores the successor of the own ticket.
#include <assert.h>
#include <limits.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

unsigned next_ticket, now_serving;
int inside;

unsigned take_ticket(void)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(next_ticket < UINT_MAX);
    unsigned mine = next_ticket;
    next_ticket++;
    __VERIFIER_atomic_end();
    return mine;
}

void *worker(void *unused)
{
    while (1) {
        unsigned mine = take_ticket();
        while (now_serving != mine)
            ;
        assert(inside == 0);
        inside = 1;
        inside = 0;
        now_serving = mine + 1;
    }
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
