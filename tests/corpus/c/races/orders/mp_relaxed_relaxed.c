// expect: unsafe, property race
// A relaxed store releases nothing (C11 7.17.3p3), so nothing orders the write of data before its read.
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int flag;

void *writer(void *unused)
{
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
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
