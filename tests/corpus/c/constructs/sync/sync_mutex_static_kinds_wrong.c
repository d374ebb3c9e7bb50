// expect: unsafe
// The same calls in the same order; the last one takes a recursive mutex a second time, and succeeds.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t both[2] = { PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP };
struct box {
    int number;
    pthread_mutex_t m;
} box = { 3, PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP };

int twice(void)
{
    static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
    pthread_mutex_lock(&m);
    return pthread_mutex_trylock(&m);
}

int main(void)
{
    pthread_mutex_t own = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
    pthread_mutex_lock(&both[0]);
    assert(pthread_mutex_lock(&both[0]) == 0);
    pthread_mutex_lock(&both[1]);
    assert(pthread_mutex_lock(&both[1]) == EDEADLK);
    pthread_mutex_lock(&box.m);
    assert(pthread_mutex_trylock(&box.m) == EBUSY && box.number == 3);
    assert(twice() == 0);
    pthread_mutex_lock(&own);
    assert(pthread_mutex_lock(&own) == EDEADLK);
    pthread_mutex_unlock(&own);
    pthread_mutex_destroy(&own);
    own = (pthread_mutex_t)PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
    assert(pthread_mutex_lock(&own) == 0 && pthread_mutex_lock(&own) != 0);
    return 0;
}
