// expect: safe
// MaxSimp with a mutex: max is only raised, under the lock, so max >= l still holds after the unlock.
#include <pthread.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int max;

void *worker(void *arg)
{
    int l = __VERIFIER_nondet_int();
    pthread_mutex_lock(&m);
    if (max < l)
        max = l;
    pthread_mutex_unlock(&m);
    assert(max >= l);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
