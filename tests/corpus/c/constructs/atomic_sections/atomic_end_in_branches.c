// expect: safe
// One begin, an end in each branch: both branches leave x == y at their end.
#include <pthread.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int x, y;

void *worker(void *arg)
{
    int v = __VERIFIER_nondet_int();
    __VERIFIER_atomic_begin();
    assert(x == y);
    if (v > 0) {
        x = v;
        y = v;
        __VERIFIER_atomic_end();
    } else {
        y = x;
        __VERIFIER_atomic_end();
    }
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
