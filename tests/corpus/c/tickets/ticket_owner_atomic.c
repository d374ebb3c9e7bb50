// expect: safe
// 64-bit tickets from atomic_fetch_add in a loop: the owner is the one that is served.
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

_Atomic unsigned long next_ticket, now_serving;
unsigned long owner;

unsigned long take_ticket(void)
{
    __VERIFIER_atomic_begin();
    unsigned long mine = atomic_fetch_add(&next_ticket, 1);
    __VERIFIER_assume(mine != ULONG_MAX);
    __VERIFIER_atomic_end();
    return mine;
}

void *worker(void *unused)
{
    while (1) {
        unsigned long mine = take_ticket();
        while (atomic_load(&now_serving) != mine)
            ;
        owner = mine;
        assert(owner == atomic_load(&now_serving));
        atomic_fetch_add(&now_serving, 1);
    }
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
