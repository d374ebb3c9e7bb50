// expect: unsafe, property race
// data is written after the barrier, and the relaxed flag orders nothing.
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int flag;
pthread_barrier_t b;

void *writer(void *unused)
{
    pthread_barrier_wait(&b);
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_barrier_init(&b, 0, 2);
    pthread_create(&t, 0, writer, 0);
    pthread_barrier_wait(&b);
    while (!atomic_load_explicit(&flag, memory_order_relaxed)) {
    }
    return data;
}
