// expect: unsafe, property race
// A relaxed atomic write and a plain read of one variable conflict, and nothing orders them (C11 5.1.2.4p25).
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int flag;

void *writer(void *unused)
{
    __atomic_store_n(&data, 1, __ATOMIC_RELAXED);
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    while (!atomic_load_explicit(&flag, memory_order_relaxed)) {
    }
    return data;
}
