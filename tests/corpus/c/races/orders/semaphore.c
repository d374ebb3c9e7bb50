// expect: safe, property race
// Waiting for the semaphore synchronizes with the post (POSIX 4.12).
#include <pthread.h>
#include <stdatomic.h>
#include <semaphore.h>

int data;
atomic_int flag;
sem_t s;

void *writer(void *unused)
{
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    sem_post(&s);
    return 0;
}

int main(void)
{
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_create(&t, 0, writer, 0);
    sem_wait(&s);
    return data;
}
