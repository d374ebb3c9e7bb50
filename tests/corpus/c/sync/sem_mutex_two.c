// expect: unsafe
// It starts with 2: worker 1 is inside and has set inside = 1, worker 2 gets in as well.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t s;
int inside;

void *worker(void *unused)
{
    sem_wait(&s);
    assert(inside == 0);
    inside = 1;
    inside = 0;
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
