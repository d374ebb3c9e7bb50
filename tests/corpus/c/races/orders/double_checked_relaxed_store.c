// expect: unsafe, property race
// The flag is stored with a relaxed order, so the first check has nothing to acquire.
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int ready;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused)
{
    if (!atomic_load_explicit(&ready, memory_order_acquire)) {
        pthread_mutex_lock(&m);
        if (!atomic_load_explicit(&ready, memory_order_relaxed)) {
            data = 1;
            atomic_store_explicit(&ready, 1, memory_order_relaxed);
        }
        pthread_mutex_unlock(&m);
    }
    return (void *)(long)data;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
