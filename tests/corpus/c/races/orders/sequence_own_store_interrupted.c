// expect: unsafe, property race
// The store of 3 by the other thread may come between; then the relaxed store of 2 is in no release sequence.
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int flag;

void *writer(void *unused)
{
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_release);
    atomic_store_explicit(&flag, 2, memory_order_relaxed);
    return 0;
}

void *helper(void *unused)
{
    atomic_store_explicit(&flag, 3, memory_order_relaxed);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, writer, 0);
    pthread_create(&b, 0, helper, 0);
    if (atomic_load_explicit(&flag, memory_order_acquire) == 2)
        return data;
    return 0;
}
