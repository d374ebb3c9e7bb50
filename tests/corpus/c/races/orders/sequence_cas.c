// expect: safe, property race
// A compare and exchange that succeeds is a read-modify-write, relaxed or not, and goes on with the release sequence.
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int flag;

void *writer(void *unused)
{
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_release);
    return 0;
}

void *helper(void *unused)
{
    int one = 1;
    atomic_compare_exchange_strong_explicit(&flag, &one, 2, memory_order_relaxed, memory_order_relaxed);
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
