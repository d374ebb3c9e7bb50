// expect: safe
// Lock, section and unlock are guarded by the same local flag, so the section is never run without the mutex.
#include <pthread.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int owner;

void *worker(void *arg)
{
    int me = __VERIFIER_nondet_int();
    _Bool needed = __VERIFIER_nondet_int();
    if (needed)
        pthread_mutex_lock(&m);
    if (needed) {
        owner = me;
        assert(owner == me);
    }
    if (needed)
        pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
