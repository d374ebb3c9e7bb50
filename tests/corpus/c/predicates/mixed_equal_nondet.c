// expect: unsafe
// Worker 1 writes l = 0 to s, worker 2 writes l = 1 to s, then worker 1 asserts s == l with s == 1.
#include <pthread.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int s;

void *worker(void *arg)
{
    int l = __VERIFIER_nondet_int();
    s = l;
    assert(s == l);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
