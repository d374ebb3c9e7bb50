// expect: safe
// A lock is tried again by recursion, as often as the caller likes; who got it is alone.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int locked;
int owner;

int nondet_int(void);

int acquire(int tries)
{
    int expected = 0;
    if (atomic_compare_exchange_strong(&locked, &expected, 1))
        return 1;
    if (tries <= 0)
        return 0;
    return acquire(tries - 1);
}

void *worker(void *id)
{
    if (acquire(nondet_int())) {
        owner = 1;
        assert(owner == 1);
        owner = 0;
        atomic_store(&locked, 0);
    }
    return 0;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, 0, worker, 0);
    pthread_create(&other, 0, worker, 0);
    return 0;
}
