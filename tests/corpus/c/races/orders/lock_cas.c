// expect: safe, property race
// The exchange that takes the lock acquires; what a failing one does not acquire is not used.
#include <pthread.h>
#include <stdatomic.h>

int counter;
atomic_int held;

void *worker(void *unused)
{
    int expected = 0;
    while (!atomic_compare_exchange_strong_explicit(&held, &expected, 1, memory_order_acquire, memory_order_relaxed))
        expected = 0;
    counter++;
    atomic_store_explicit(&held, 0, memory_order_release);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
