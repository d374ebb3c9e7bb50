// expect: unsafe
// A worker named 0 takes the lock without changing it: worker 1 (me == 0) enters and sets in_cs, worker 2 enters as well and sees in_cs == 1.
#include <pthread.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int owner, in_cs;

_Bool __VERIFIER_atomic_cas(int *p, int old, int new)
{
    if (*p != old)
        return 0;
    *p = new;
    return 1;
}

void *worker(void *arg)
{
    int me = __VERIFIER_nondet_int();
    while (!__VERIFIER_atomic_cas(&owner, 0, me))
        ;
    assert(!in_cs);
    in_cs = 1;
    in_cs = 0;
    owner = 0;
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
