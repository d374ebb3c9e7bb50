// expect: safe
// Under the mutex nobody else can overwrite owner between the write and the assertion.
#include <pthread.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int owner;

void *worker(void *arg)
{
    int me = __VERIFIER_nondet_int();
    while (1) {
        pthread_mutex_lock(&m);
        owner = me;
        assert(owner == me);
        pthread_mutex_unlock(&m);
    }
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
