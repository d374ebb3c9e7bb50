// expect: safe, property deadlock
// Threads wait for the function that runs once before they take its lock.
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

void *worker(void *arg)
{
    pthread_once(&once, make);
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    while (1) {
        pthread_t t0;
        pthread_create(&t0, 0, worker, 0);
    }
}
