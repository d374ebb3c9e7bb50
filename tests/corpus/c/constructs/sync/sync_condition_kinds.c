// expect: safe
// Who does not hold a mutex that checks cannot wait; a recursive one that is held twice stays taken during the wait.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

pthread_mutex_t checks = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
pthread_mutex_t again = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

void *worker(void *unused)
{
    assert(pthread_mutex_trylock(&again) == EBUSY);
    return 0;
}

int main(void)
{
    pthread_t thread;
    struct timespec soon = { 0, 0 };
    assert(pthread_cond_wait(&condition, &checks) == EPERM);
    assert(pthread_cond_timedwait(&condition, &checks, &soon) == EPERM);
    assert(pthread_mutex_unlock(&checks) == EPERM && pthread_mutex_lock(&checks) == 0);
    int result = pthread_cond_timedwait(&condition, &checks, &soon);
    assert(result == 0 || result == ETIMEDOUT);
    assert(pthread_mutex_unlock(&checks) == 0);
    pthread_mutex_lock(&again);
    pthread_mutex_lock(&again);
    pthread_create(&thread, 0, worker, 0);
    pthread_cond_timedwait(&condition, &again, &soon);
    pthread_join(thread, 0);
    assert(pthread_mutex_unlock(&again) == 0 && pthread_mutex_unlock(&again) == 0);
    assert(pthread_mutex_unlock(&again) == EPERM);
    return 0;
}
