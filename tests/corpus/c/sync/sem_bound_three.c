// expect: unsafe, threads 4
// It starts with 3: workers 1 and 2 are counted, worker 3 gets in as well and finds two inside.
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
    sem_init(&s, 0, 3);
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
