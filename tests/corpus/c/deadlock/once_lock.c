// expect: unsafe, property deadlock
// The function that runs once takes a lock that a thread holds that waits for it.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_once_t once = PTHREAD_ONCE_INIT;
int x;

void make(void)
{
    pthread_mutex_lock(&m);
    x = 1;
    pthread_mutex_unlock(&m);
}

void *one(void *arg)
{
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    pthread_once(&once, make);
    return 0;
}

void *other(void *arg)
{
    pthread_mutex_lock(&m);
    x++;
    pthread_once(&once, make);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    while (1) {
        pthread_t t0;
        pthread_t t1;
        pthread_create(&t0, 0, one, 0);
        pthread_create(&t1, 0, other, 0);
    }
}
