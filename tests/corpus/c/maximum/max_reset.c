// expect: unsafe
// A resetter lowers max: a worker with l == 1 raises it to 1, the resetter writes 0, the worker asserts 0 >= 1.
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
    max = max < l ? l : max;
    __VERIFIER_atomic_end();
    assert(max >= l);
    return 0;
}

void *resetter(void *arg)
{
    max = 0;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, resetter, 0);
    while (1)
        pthread_create(&t, 0, worker, 0);
}
