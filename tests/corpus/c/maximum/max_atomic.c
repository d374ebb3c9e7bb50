// expect: safe
// max only grows, so once it is at least the local value it stays so: the mixed predicate max >= l proves it.
#include <pthread.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int max;

void *worker(void *arg)
{
    int l = __VERIFIER_nondet_int();
    __VERIFIER_atomic_begin();
    if (max < l)
        max = l;
    __VERIFIER_atomic_end();
    assert(max >= l);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
