// expect: unsafe
// The same calls in the same order; the last one is to a mutex that is free again, and fails.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t first, again, checks, last, bare;

void make(pthread_mutex_t *m, pthread_mutexattr_t *kind)
{
    assert(pthread_mutex_init(m, kind) == 0);
}

int main(void)
{
    pthread_mutexattr_t kind, *given = &kind;
    assert(pthread_mutexattr_init(&kind) == 0);
    make(&first, &kind);
    assert(pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE) == 0);
    make(&again, given);
    given = 0;
    make(&bare, given);
    assert(pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK) == 0);
    make(&checks, &kind);
    assert(pthread_mutexattr_destroy(&kind) == 0);
    pthread_mutexattr_init(&kind);
    make(&last, &kind);

    assert(pthread_mutex_lock(&first) == 0 && pthread_mutex_trylock(&first) == EBUSY);
    assert(pthread_mutex_lock(&bare) == 0 && pthread_mutex_trylock(&bare) == EBUSY);
    assert(pthread_mutex_lock(&last) == 0 && pthread_mutex_trylock(&last) == EBUSY);
    assert(pthread_mutex_unlock(&last) == 0 && pthread_mutex_trylock(&last) == 0);

    assert(pthread_mutex_unlock(&again) == EPERM);
    assert(pthread_mutex_lock(&again) == 0 && pthread_mutex_lock(&again) == 0);
    assert(pthread_mutex_trylock(&again) == 0);
    assert(pthread_mutex_unlock(&again) == 0 && pthread_mutex_unlock(&again) == 0);
    assert(pthread_mutex_unlock(&again) == 0 && pthread_mutex_unlock(&again) == EPERM);

    assert(pthread_mutex_unlock(&checks) == EPERM);
    assert(pthread_mutex_lock(&checks) == 0 && pthread_mutex_lock(&checks) == EDEADLK);
    assert(pthread_mutex_trylock(&checks) == EBUSY);
    assert(pthread_mutex_unlock(&checks) == 0 && pthread_mutex_unlock(&checks) != EPERM);
    return 0;
}
