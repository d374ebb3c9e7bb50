// expect: safe
// The semaphore starts with 0, so nobody passes before main has written and posted.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t s;
int data;

void *worker(void *unused)
{
    sem_wait(&s);
    assert(data == 1);
    sem_post(&s);
    return 0;
}

int main(void)
{
    pthread_t one, two;
    sem_init(&s, 0, 0);
    pthread_create(&one, 0, worker, 0);
    pthread_create(&two, 0, worker, 0);
    data = 1;
    sem_post(&s);
    pthread_join(one, 0);
    pthread_join(two, 0);
    sem_destroy(&s);
    return 0;
}
