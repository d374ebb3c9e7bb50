// expect: unsafe, property deadlock
// One thread goes up: a cycle of three locks.
#include <pthread.h>

pthread_mutex_t top = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t middle = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t bottom = PTHREAD_MUTEX_INITIALIZER;

void *one(void *arg)
{
    pthread_mutex_lock(&top);
    pthread_mutex_lock(&middle);
    pthread_mutex_unlock(&middle);
    pthread_mutex_unlock(&top);
    return 0;
}

void *two(void *arg)
{
    pthread_mutex_lock(&middle);
    pthread_mutex_lock(&bottom);
    pthread_mutex_unlock(&bottom);
    pthread_mutex_unlock(&middle);
    return 0;
}

void *three(void *arg)
{
    pthread_mutex_lock(&bottom);
    pthread_mutex_lock(&top);
    pthread_mutex_unlock(&top);
    pthread_mutex_unlock(&bottom);
    return 0;
}

int main(void)
{
    while (1) {
        pthread_t t0;
        pthread_t t1;
        pthread_t t2;
        pthread_create(&t0, 0, one, 0);
        pthread_create(&t1, 0, two, 0);
        pthread_create(&t2, 0, three, 0);
    }
}
