// expect: safe
// Begin stands in one branch and end in another, tied by the same local flag; only a worker inside the section writes.
#include <pthread.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int x, y;

void *worker(void *arg)
{
    _Bool writing = __VERIFIER_nondet_int() > 0;
    if (writing) {
        __VERIFIER_atomic_begin();
        x = x + 1;
    }
    if (writing) {
        y = y + 1;
        assert(x == y);
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
