// expect: safe
// The signal comes too early and without the mutex, so it may be lost; a waiter may then wait forever, but is never wrong.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m;
pthread_cond_t changed;
int ready, data;

void *worker(void *unused)
{
    pthread_mutex_lock(&m);
    while (!ready)
        pthread_cond_wait(&changed, &m);
    assert(data == 1);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t one, two;
    pthread_mutex_init(&m, 0);
    pthread_cond_init(&changed, 0);
    pthread_create(&one, 0, worker, 0);
    pthread_create(&two, 0, worker, 0);
    pthread_cond_signal(&changed);
    pthread_mutex_lock(&m);
    data = 1;
    ready = 1;
    pthread_mutex_unlock(&m);
    return 0;
}
