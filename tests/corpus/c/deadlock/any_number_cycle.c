// expect: unsafe, property deadlock
// A cycle of locks among any number of threads that also wait for a semaphore.
#include <pthread.h>
#include <semaphore.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;

sem_t s, t;

void *one(void *arg)
{
    sem_wait(&s);
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    sem_post(&s);
    return 0;
}

void *other(void *arg)
{
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return 0;
}

int main(void)
{
    sem_init(&s, 0, 1);
    while (1) {
        pthread_t t0;
        pthread_t t1;
        pthread_create(&t0, 0, one, 0);
        pthread_create(&t1, 0, other, 0);
    }
}
