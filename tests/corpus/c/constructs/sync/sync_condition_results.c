// expect: safe
// What the functions of a condition variable return; a timed wait is in time or too late, and has the mutex again.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition;

int main(void)
{
    struct timespec soon = { 0, 0 };
    pthread_condattr_t kind;
    assert(pthread_condattr_init(&kind) == 0 && pthread_condattr_setclock(&kind, CLOCK_MONOTONIC) == 0);
    assert(pthread_cond_init(&condition, &kind) == 0 && pthread_condattr_destroy(&kind) == 0);
    assert(pthread_cond_signal(&condition) == 0 && pthread_cond_broadcast(&condition) == 0);
    pthread_mutex_lock(&m);
    int result = pthread_cond_timedwait(&condition, &m, &soon);
    assert(result == 0 || result == ETIMEDOUT);
    assert(pthread_mutex_trylock(&m) == EBUSY);
    result = pthread_cond_clockwait(&condition, &m, CLOCK_MONOTONIC, &soon);
    assert(result == 0 || result == ETIMEDOUT);
    assert(pthread_mutex_trylock(&m) == EBUSY);
    assert(pthread_mutex_unlock(&m) == 0 && pthread_cond_destroy(&condition) == 0);
    return 0;
}
