// expect: safe, property race
// All accesses to the variables are atomic, so there is no race whatever their orders are.
#include <pthread.h>
#include <stdatomic.h>

atomic_int data, flag;

void *writer(void *unused)
{
    atomic_store_explicit(&data, 1, memory_order_relaxed);
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    while (!atomic_load_explicit(&flag, memory_order_relaxed)) {
    }
    return atomic_load_explicit(&data, memory_order_relaxed);
}
