// expect: safe
// MaxOpt: each worker first finds the larger of two values locally and then raises max under the mutex; max never decreases.
#include <pthread.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int max;

void *worker(void *arg)
{
    int l = __VERIFIER_nondet_int();
    int next = __VERIFIER_nondet_int();
    if (next > l)
        l = next;
    pthread_mutex_lock(&m);
    if (l > max)
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
