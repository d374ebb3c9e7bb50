// expect: unsafe, property race
// A relaxed load acquires nothing (C11 7.17.3p3), so the release store does not synchronize with it.
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int flag;

void *writer(void *unused)
{
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_seq_cst);
    return 0;
}

void *reader(void *unused)
{
    if (atomic_load_explicit(&flag, memory_order_relaxed))
        return (void *)(long)data;
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
