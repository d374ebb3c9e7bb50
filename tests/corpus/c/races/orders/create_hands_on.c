// expect: safe, property race
// The creation of a thread happens before all that it does (C11 7.26.5.1p2), so it has what its creator acquired.
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
    if (atomic_load_explicit(&started, memory_order_acquire))
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
