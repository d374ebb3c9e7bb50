// expect: unsafe, property race
// The relay does not acquire what main released, so its own release does not hand it on.
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int first, second;

void *relay(void *unused)
{
    if (atomic_load_explicit(&first, memory_order_relaxed))
        atomic_store_explicit(&second, 1, memory_order_release);
    return 0;
}

void *reader(void *unused)
{
    if (atomic_load_explicit(&second, memory_order_acquire))
        return (void *)(long)data;
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, relay, 0);
    pthread_create(&b, 0, reader, 0);
    data = 1;
    atomic_store_explicit(&first, 1, memory_order_release);
    return 0;
}
