// expect: safe, property race
// The relaxed test before the exchange decides nothing: the exchange acquires.
#include <pthread.h>
#include <stdatomic.h>

int counter;
atomic_int held;

void *worker(void *unused)
{
    do {
        while (atomic_load_explicit(&held, memory_order_relaxed)) {
        }
    } while (atomic_exchange_explicit(&held, 1, memory_order_acquire));
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
