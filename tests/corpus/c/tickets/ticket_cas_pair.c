// expect: safe
// Tickets by a compare-and-swap loop protect a pair of equal numbers.
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_assume(int);

atomic_uint next_ticket, now_serving;
int x, y;

void *worker(void *unused)
{
    unsigned mine = atomic_load(&next_ticket);
    do
        __VERIFIER_assume(mine != UINT_MAX);
    while (!atomic_compare_exchange_weak(&next_ticket, &mine, mine + 1));
    while (atomic_load(&now_serving) != mine)
        ;
    x++;
    y++;
    assert(x == y);
    atomic_store(&now_serving, mine + 1);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
