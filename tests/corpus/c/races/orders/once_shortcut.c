// expect: unsafe, property race
// Who finds the relaxed flag set does not call pthread_once, and nothing orders the write of data.
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int ready;
pthread_once_t once = PTHREAD_ONCE_INIT;

void make(void)
{
    data = 1;
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
}

void *worker(void *unused)
{
    if (!atomic_load_explicit(&ready, memory_order_relaxed))
        pthread_once(&once, make);
    return (void *)(long)data;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
