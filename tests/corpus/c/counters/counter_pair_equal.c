// expect: safe
// Two counters are incremented together under one mutex, so they are equal (also after wrap-around) whenever it is free.
#include <pthread.h>
#include <assert.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, y;

void *worker(void *arg)
{
    pthread_mutex_lock(&m);
    x = x + 1;
    y = y + 1;
    pthread_mutex_unlock(&m);
    return 0;
}

void *watcher(void *arg)
{
    pthread_mutex_lock(&m);
    assert(x == y);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1) {
        pthread_create(&t, 0, worker, 0);
        pthread_create(&t, 0, watcher, 0);
    }
}
