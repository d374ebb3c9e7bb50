// expect: safe
// A type that there is not is refused and changes nothing; an adaptive mutex is an ordinary one.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t again, adaptive;

int main(void)
{
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    assert(pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ADAPTIVE_NP) == 0);
    pthread_mutex_init(&adaptive, &kind);
    assert(pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE) == 0);
    assert(pthread_mutexattr_settype(&kind, 4) == EINVAL);
    assert(pthread_mutexattr_settype(&kind, -1) == EINVAL);
    pthread_mutex_init(&again, &kind);
    assert(pthread_mutex_lock(&adaptive) == 0 && pthread_mutex_trylock(&adaptive) == EBUSY);
    assert(pthread_mutex_lock(&again) == 0 && pthread_mutex_lock(&again) == 0);
    pthread_mutex_unlock(&again);
    pthread_mutex_unlock(&again);
    pthread_mutex_destroy(&again);
    assert(pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_NORMAL) == 0);
    pthread_mutex_init(&again, &kind);
    assert(pthread_mutex_trylock(&again) == 0 && pthread_mutex_trylock(&again) == EBUSY);
    pthread_mutex_lock(&adaptive);
    assert(0);
    return 0;
}
