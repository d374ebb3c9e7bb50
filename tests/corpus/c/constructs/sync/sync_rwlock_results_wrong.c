// expect: unsafe
// The same calls in the same order; the last one succeeds too.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

pthread_rwlock_t lock;

void *reader(void *unused)
{
    struct timespec soon = { 0, 0 };
    assert(pthread_rwlock_tryrdlock(&lock) == EBUSY);
    assert(pthread_rwlock_timedrdlock(&lock, &soon) == ETIMEDOUT);
    assert(pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &soon) == ETIMEDOUT);
    return 0;
}

int main(void)
{
    pthread_t thread;
    struct timespec soon = { 0, 0 };
    pthread_rwlockattr_t kind;
    assert(pthread_rwlockattr_init(&kind) == 0);
    assert(pthread_rwlock_init(&lock, &kind) == 0 && pthread_rwlockattr_destroy(&kind) == 0);
    assert(pthread_rwlock_rdlock(&lock) == 0 && pthread_rwlock_tryrdlock(&lock) == 0);
    assert(pthread_rwlock_timedrdlock(&lock, &soon) == 0);
    assert(pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &soon) == 0);
    assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
    assert(pthread_rwlock_timedwrlock(&lock, &soon) == ETIMEDOUT);
    assert(pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &soon) == ETIMEDOUT);
    for (int i = 0; i < 4; i++)
        assert(pthread_rwlock_trywrlock(&lock) == EBUSY && pthread_rwlock_unlock(&lock) == 0);
    assert(pthread_rwlock_trywrlock(&lock) == 0);
    assert(pthread_rwlock_tryrdlock(&lock) == EBUSY && pthread_rwlock_trywrlock(&lock) == EBUSY);
    assert(pthread_rwlock_unlock(&lock) == 0 && pthread_rwlock_wrlock(&lock) == 0);
    pthread_create(&thread, 0, reader, 0);
    pthread_join(thread, 0);
    assert(pthread_rwlock_unlock(&lock) == 0 && pthread_rwlock_timedwrlock(&lock, &soon) == 0);
    assert(pthread_rwlock_unlock(&lock) == 0);
    assert(pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &soon) == 0);
    assert(pthread_rwlock_unlock(&lock) == 0 && pthread_rwlock_tryrdlock(&lock) == 0);
    assert(pthread_rwlock_unlock(&lock) == 0 && pthread_rwlock_destroy(&lock) != 0);
    return 0;
}
