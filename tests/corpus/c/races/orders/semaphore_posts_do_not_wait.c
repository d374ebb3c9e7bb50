// expect: unsafe, property race
// A post releases and acquires nothing: two posts do not synchronize.
#include <pthread.h>
#include <stdatomic.h>
#include <semaphore.h>

int data;
atomic_int flag;
sem_t s;

void *writer(void *unused)
{
    data = 1;
    sem_post(&s);
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return 0;
}

int main(void)
{
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_create(&t, 0, writer, 0);
    while (!atomic_load_explicit(&flag, memory_order_relaxed)) {
    }
    sem_post(&s);
    return data;
}
