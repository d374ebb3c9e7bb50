// expect: safe, property race
// Each worker changes its own copy without the lock and writes it back with the lock.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int shared;
_Thread_local int copy;

void improve(void)
{
    copy = copy + 1;
    if (copy > 100)
        copy = 0;
}

void *worker(void *unused)
{
    pthread_mutex_lock(&m);
    copy = shared;
    pthread_mutex_unlock(&m);
    improve();
    pthread_mutex_lock(&m);
    shared = copy;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
