// expect: safe, property race
// What comes before the barrier happens before what comes after it.
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int flag;
pthread_barrier_t b;

void *writer(void *unused)
{
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    pthread_barrier_wait(&b);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_barrier_init(&b, 0, 2);
    pthread_create(&t, 0, writer, 0);
    pthread_barrier_wait(&b);
    return data;
}
