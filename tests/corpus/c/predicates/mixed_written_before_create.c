// expect: safe
// The shared variable is written only before the first worker exists, so a local copy stays equal to it.
#include <pthread.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int s;

void *worker(void *arg)
{
    int l = s;
    assert(s == l);
    return 0;
}

int main(void)
{
    pthread_t t;
    s = __VERIFIER_nondet_int();
    while (1)
        pthread_create(&t, 0, worker, 0);
}
