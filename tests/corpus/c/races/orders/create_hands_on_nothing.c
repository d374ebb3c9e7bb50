// expect: unsafe, property race
// The creator of the thread has not acquired the write of data: its load is relaxed.
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int started;

void *late(void *unused)
{
    return (void *)(long)data;
}

void *early(void *unused)
{
    pthread_t t;
    if (atomic_load_explicit(&started, memory_order_relaxed))
        pthread_create(&t, 0, late, 0);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, early, 0);
    data = 1;
    atomic_store_explicit(&started, 1, memory_order_release);
    return 0;
}
