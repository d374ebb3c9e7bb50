// expect: unsafe
// The mutex is released and taken again between write and check: worker 2 writes owner = 1 in the gap and worker 1 (me == 0) reads 1.
#include <pthread.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int owner;

void *worker(void *arg)
{
    int me = __VERIFIER_nondet_int();
    pthread_mutex_lock(&m);
    owner = me;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    assert(owner == me);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
