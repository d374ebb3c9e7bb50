// expect: safe
// The lock word holds a nonzero name of its owner; while it is nonzero no compare-and-swap from 0 succeeds, even if names are shared.
#include <pthread.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

extern void __VERIFIER_assume(int);

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
    __VERIFIER_assume(me != 0);
    while (!__VERIFIER_atomic_cas(&owner, 0, me))
        ;
    assert(!in_cs);
    in_cs = 1;
    assert(owner == me);
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
