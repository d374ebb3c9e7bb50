// expect: unsafe, property deadlock
// All three philosophers are seated.
#include <pthread.h>
#include <semaphore.h>

pthread_mutex_t fork0 = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t fork1 = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t fork2 = PTHREAD_MUTEX_INITIALIZER;

sem_t s, t;

void *seat0(void *arg)
{
    sem_wait(&s);
    pthread_mutex_lock(&fork0);
    pthread_mutex_lock(&fork1);
    pthread_mutex_unlock(&fork1);
    pthread_mutex_unlock(&fork0);
    sem_post(&s);
    return 0;
}

void *seat1(void *arg)
{
    sem_wait(&s);
    pthread_mutex_lock(&fork1);
    pthread_mutex_lock(&fork2);
    pthread_mutex_unlock(&fork2);
    pthread_mutex_unlock(&fork1);
    sem_post(&s);
    return 0;
}

void *seat2(void *arg)
{
    sem_wait(&s);
    pthread_mutex_lock(&fork2);
    pthread_mutex_lock(&fork0);
    pthread_mutex_unlock(&fork0);
    pthread_mutex_unlock(&fork2);
    sem_post(&s);
    return 0;
}

int main(void)
{
    pthread_t t0, t1, t2;
    sem_init(&s, 0, 3);
    sem_init(&t, 0, 0);
    pthread_create(&t0, 0, seat0, 0);
    pthread_create(&t1, 0, seat1, 0);
    pthread_create(&t2, 0, seat2, 0);
    pthread_join(t0, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
