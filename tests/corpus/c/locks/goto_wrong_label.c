// expect: unsafe
// Failure jumps to the wrong label: worker 1 holds b with in_b == 1 and has released a, worker 2 takes a, fails on b and clears b, worker 3 takes both and sees in_b == 1.
#include <pthread.h>
#include <assert.h>

int a, b, in_b;

_Bool __VERIFIER_atomic_cas(int *p, int old, int new)
{
    if (*p != old)
        return 0;
    *p = new;
    return 1;
}

void *worker(void *arg)
{
    while (!__VERIFIER_atomic_cas(&a, 0, 1))
        ;
    if (!__VERIFIER_atomic_cas(&b, 0, 1))
        goto out_b;
    assert(in_b == 0);
    in_b = 1;
    a = 0;
    in_b = 0;
    b = 0;
    return 0;
out_b:
    b = 0;
    a = 0;
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
