// expect: unsafe
// One branch ends the section between its two writes: worker 1 sets x = 1 and ends the section, worker 2 begins and sees x == 1, y == 0.
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
        __VERIFIER_atomic_end();
        y = v;
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
