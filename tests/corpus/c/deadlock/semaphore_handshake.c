// expect: safe, property deadlock
// Each thread posts what the other one waits for.
#include <pthread.h>
#include <semaphore.h>

sem_t s, t;

void *one(void *arg)
{
    sem_post(&s);
    sem_wait(&t);
    return 0;
}

void *other(void *arg)
{
    sem_wait(&s);
    sem_post(&t);
    return 0;
}

int main(void)
{
    pthread_t t0, t1;
    sem_init(&s, 0, 0);
    sem_init(&t, 0, 0);
    pthread_create(&t0, 0, one, 0);
    pthread_create(&t1, 0, other, 0);
    pthread_join(t0, 0);
    pthread_join(t1, 0);
    return 0;
}
