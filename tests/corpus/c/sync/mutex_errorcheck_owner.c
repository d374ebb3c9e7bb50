// expect: unsafe
// A worker that has locked the mutex unlocks it with success; only one that has not is told EPERM.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <errno.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;

void *worker(void *unused)
{
    if (__VERIFIER_nondet_int())
        pthread_mutex_lock(&m);
    int result = pthread_mutex_unlock(&m);
    assert(result == EPERM);
    return 0;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, worker, 0);
    pthread_create(&two, 0, worker, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
