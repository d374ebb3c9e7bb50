// expect: unsafe, property deadlock
// A thread waits for a semaphore while it holds the mutex that the other one needs to post.
#include <pthread.h>
#include <semaphore.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

sem_t s, t;

void *one(void *arg)
{
    pthread_mutex_lock(&m);
    sem_wait(&s);
    pthread_mutex_unlock(&m);
    return 0;
}

void *other(void *arg)
{
    pthread_mutex_lock(&m);
    sem_post(&s);
    pthread_mutex_unlock(&m);
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
