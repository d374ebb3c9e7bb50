// expect: unknown, property race
// In C11 the relaxed store of a thread goes on with its own release sequence, which is not told apart if several threads run the function.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int data;
atomic_int flag, first;

void *writer(void *unused)
{
    if (atomic_fetch_add_explicit(&first, 1, memory_order_relaxed) == 0) {
        data = 1;
        atomic_store_explicit(&flag, 1, memory_order_release);
        atomic_store_explicit(&flag, 2, memory_order_relaxed);
    }
    return 0;
}

void *reader(void *unused)
{
    if (atomic_load_explicit(&flag, memory_order_acquire) == 2)
        return (void *)(long)data;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, reader, 0);
    pthread_create(&t, 0, writer, 0);
    pthread_create(&t, 0, writer, 0);
    return 0;
}
