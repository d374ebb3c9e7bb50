// expect: safe, property race
// The relaxed atomic write of data happens before the release store of the flag, which the load acquires.
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int flag;

void *writer(void *unused)
{
    __atomic_store_n(&data, 1, __ATOMIC_RELAXED);
    atomic_store_explicit(&flag, 1, memory_order_release);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    while (!atomic_load_explicit(&flag, memory_order_acquire)) {
    }
    return data;
}
