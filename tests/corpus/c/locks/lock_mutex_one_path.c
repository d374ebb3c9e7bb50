// expect: unsafe
// Only one path takes the mutex: worker 1 holds it and writes owner = 0, worker 2 does not take it and writes owner = 1, worker 1 reads 1.
#include <pthread.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int owner;

void *worker(void *arg)
{
    int me = __VERIFIER_nondet_int();
    int careful = __VERIFIER_nondet_int();
    if (careful)
        pthread_mutex_lock(&m);
    owner = me;
    assert(owner == me);
    if (careful)
        pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
