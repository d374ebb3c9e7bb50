// expect: safe
// The semaphore starts with 2 and lets two workers in at a time, however many there are.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

sem_t s;
atomic_int inside;

void *worker(void *unused)
{
    sem_wait(&s);
    int before = atomic_fetch_add(&inside, 1);
    assert(before < 2);
    atomic_fetch_sub(&inside, 1);
    sem_post(&s);
    return 0;
}

int main(void)
{
    pthread_t thread;
    sem_init(&s, 0, 2);
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
