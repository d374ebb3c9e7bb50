// expect: unsafe
// The same calls in the same order; the mutex still belongs to the thread that has ended.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
_Atomic int x;

void *worker(void *unused)
{
    assert(pthread_mutex_trylock(&m) == EBUSY);
    assert(pthread_mutex_unlock(&m) == EPERM);
    assert(pthread_mutex_trylock(&m) == EBUSY);
    x = 1;
    pthread_mutex_lock(&m);
    assert(x == 2);
    assert(pthread_mutex_trylock(&m) == 0);
    x = 3;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    pthread_create(&thread, 0, worker, 0);
    pthread_mutex_unlock(&m);
    while (x != 1)
        ;
    x = 2;
    pthread_mutex_unlock(&m);
    pthread_join(thread, 0);
    assert(x == 3 && pthread_mutex_unlock(&m) != EPERM);
    return 0;
}
