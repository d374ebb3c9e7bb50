// expect: safe, property race
// The recursive function acquires; what it has acquired stays when it returns.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int data;
atomic_int flag;

int wait_for(int rounds)
{
    if (rounds == 0)
        return 0;
    if (atomic_load_explicit(&flag, memory_order_acquire))
        return 1;
    return wait_for(rounds - 1);
}

void *writer(void *unused)
{
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_release);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    if (wait_for(2))
        return data;
    return 0;
}
