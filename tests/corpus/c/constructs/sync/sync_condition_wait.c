// expect: safe
// A wait returns 0 and has the mutex again; in between it was free, so the worker got in.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
int ready;

void *worker(void *unused)
{
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_broadcast(&condition);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_mutex_lock(&m);
    pthread_create(&thread, 0, worker, 0);
    while (ready == 0)
        assert(pthread_cond_wait(&condition, &m) == 0);
    assert(pthread_mutex_trylock(&m) == EBUSY);
    return 0;
}
