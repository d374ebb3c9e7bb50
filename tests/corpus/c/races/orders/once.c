// expect: safe, property race
// The function has run before any call of pthread_once returns.
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
    pthread_once(&once, make);
    return (void *)(long)data;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
