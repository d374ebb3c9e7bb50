// expect: safe, property race
// Fences with memory_order_acq_rel are both release and acquire fences (C11 7.17.4.1).
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int flag;

void *writer(void *unused)
{
    data = 1;
    atomic_thread_fence(memory_order_acq_rel);
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return 0;
}

void *reader(void *unused)
{
    if (atomic_load_explicit(&flag, memory_order_relaxed)) {
        atomic_thread_fence(memory_order_acq_rel);
        return (void *)(long)data;
    }
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, writer, 0);
    pthread_create(&b, 0, reader, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
