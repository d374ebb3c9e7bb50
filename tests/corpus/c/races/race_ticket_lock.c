// expect: safe, property race
// A ticket lock with atomic counters protects plain data, as long as the tickets last.
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_assume(int);

atomic_uint next_ticket, now_serving;
int data;

void *worker(void *unused)
{
    unsigned mine = atomic_load(&next_ticket);
    do
        __VERIFIER_assume(mine != UINT_MAX);
    while (!atomic_compare_exchange_weak(&next_ticket, &mine, mine + 1));
    while (atomic_load(&now_serving) != mine)
        ;
    data++;
    atomic_store(&now_serving, mine + 1);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
