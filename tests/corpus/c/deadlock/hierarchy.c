// expect: safe, property deadlock
// Three levels of locks, always from the top down, with levels left out.
#include <pthread.h>

pthread_mutex_t top = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t middle = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t bottom = PTHREAD_MUTEX_INITIALIZER;

void *all(void *arg)
{
    pthread_mutex_lock(&top);
    pthread_mutex_lock(&middle);
    pthread_mutex_lock(&bottom);
    pthread_mutex_unlock(&bottom);
    pthread_mutex_unlock(&middle);
    pthread_mutex_unlock(&top);
    return 0;
}

void *some(void *arg)
{
    pthread_mutex_lock(&top);
    pthread_mutex_lock(&bottom);
    pthread_mutex_unlock(&top);
    pthread_mutex_unlock(&bottom);
    return 0;
}

void *few(void *arg)
{
    pthread_mutex_lock(&middle);
    pthread_mutex_unlock(&middle);
    pthread_mutex_lock(&top);
    pthread_mutex_lock(&middle);
    pthread_mutex_unlock(&middle);
    pthread_mutex_unlock(&top);
    return 0;
}

int main(void)
{
    while (1) {
        pthread_t t0;
        pthread_t t1;
        pthread_t t2;
        pthread_create(&t0, 0, all, 0);
        pthread_create(&t1, 0, some, 0);
        pthread_create(&t2, 0, few, 0);
    }
}
