// expect: unsafe, property deadlock
// A callback that is called under the lock takes it again.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void (*callback)(void);
int x;

void get(void)
{
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
}

void notify(void)
{
    pthread_mutex_lock(&m);
    callback();
    pthread_mutex_unlock(&m);
}

void *worker(void *arg)
{
    notify();
    return 0;
}

int main(void)
{
    callback = get;
    while (1) {
        pthread_t t0;
        pthread_create(&t0, 0, worker, 0);
    }
}
