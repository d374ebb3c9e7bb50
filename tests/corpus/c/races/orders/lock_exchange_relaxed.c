// expect: unsafe, property race
// The relaxed exchange acquires nothing, and there is no fence.
#include <pthread.h>
#include <stdatomic.h>

int counter;
atomic_int held;

void *worker(void *unused)
{
    while (atomic_exchange_explicit(&held, 1, memory_order_relaxed)) {
    }
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
