// expect: unsafe, property race
// The read-modify-write goes on with no release sequence, since the store before it is relaxed.
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

void *helper(void *unused)
{
    if (atomic_load_explicit(&flag, memory_order_relaxed) == 1)
        atomic_fetch_add_explicit(&flag, 1, memory_order_relaxed);
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
