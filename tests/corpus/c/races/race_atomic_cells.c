// expect: safe, property race
// All accesses to the cells are atomic operations.
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

int cells[2];

void *worker(void *unused)
{
    unsigned i = __VERIFIER_nondet_uint() % 2;
    if (__atomic_load_n(&cells[i], __ATOMIC_RELAXED) < 3)
        __sync_fetch_and_add(&cells[i], 1);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
