// expect: safe
// Waiting for a limited time for a mutex that one holds, as its kind says; a spin lock beside them has no kind.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t again = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
pthread_mutex_t checks = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
pthread_spinlock_t spin;

int main(void)
{
    struct timespec soon = { 0, 0 };
    assert(pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE) == 0 && pthread_spin_lock(&spin) == 0);
    assert(pthread_spin_trylock(&spin) == EBUSY && pthread_spin_unlock(&spin) == 0);
    assert(pthread_spin_trylock(&spin) == 0 && pthread_spin_unlock(&spin) == 0 && pthread_spin_destroy(&spin) == 0);
    assert(pthread_mutex_timedlock(&plain, &soon) == 0);
    assert(pthread_mutex_timedlock(&plain, &soon) == ETIMEDOUT);
    assert(pthread_mutex_clocklock(&plain, CLOCK_MONOTONIC, &soon) == ETIMEDOUT);
    assert(pthread_mutex_timedlock(&again, &soon) == 0);
    assert(pthread_mutex_timedlock(&again, &soon) == 0);
    assert(pthread_mutex_unlock(&again) == 0 && pthread_mutex_unlock(&again) == 0);
    assert(pthread_mutex_unlock(&again) == EPERM);
    assert(pthread_mutex_timedlock(&checks, &soon) == 0);
    assert(pthread_mutex_timedlock(&checks, &soon) == EDEADLK);
    assert(pthread_mutex_unlock(&checks) == 0 && pthread_mutex_unlock(&checks) == EPERM);
    return 0;
}
