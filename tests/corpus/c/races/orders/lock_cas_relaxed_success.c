// expect: unsafe, property race
// Only the failing comparison acquires; the one that takes the lock is relaxed.
#include <pthread.h>
#include <stdatomic.h>

int counter;
atomic_int held;

void *worker(void *unused)
{
    int expected = 0;
    while (!atomic_compare_exchange_strong_explicit(&held, &expected, 1, memory_order_relaxed, memory_order_acquire))
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
