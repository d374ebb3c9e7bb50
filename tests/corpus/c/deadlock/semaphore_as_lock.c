// expect: unsafe, property deadlock
// Two semaphores as locks, taken in opposite orders.
#include <pthread.h>
#include <semaphore.h>

sem_t s, t;

void *one(void *arg)
{
    sem_wait(&s);
    sem_wait(&t);
    sem_post(&t);
    sem_post(&s);
    return 0;
}

void *other(void *arg)
{
    sem_wait(&t);
    sem_wait(&s);
    sem_post(&s);
    sem_post(&t);
    return 0;
}

int main(void)
{
    pthread_t t0, t1;
    sem_init(&s, 0, 1);
    sem_init(&t, 0, 1);
    pthread_create(&t0, 0, one, 0);
    pthread_create(&t1, 0, other, 0);
    pthread_join(t0, 0);
    pthread_join(t1, 0);
    return 0;
}
