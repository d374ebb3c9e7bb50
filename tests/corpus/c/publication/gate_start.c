// expect: safe
// Workers may start before main has configured, but they spin until main opens the gate after writing the configuration.
#include <pthread.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int config, go;

void *worker(void *arg)
{
    while (go != 1)
        ;
    assert(config == 9);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (__VERIFIER_nondet_int())
        pthread_create(&t, 0, worker, 0);
    config = 9;
    go = 1;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
