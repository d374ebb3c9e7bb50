// expect: unsafe
// Only one branch begins an atomic section: worker 2 without it writes x = 1, worker 1 increments both inside it and sees x == 2, y == 1.
#include <pthread.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int x, y;

void *worker(void *arg)
{
    _Bool careful = __VERIFIER_nondet_int() > 0;
    if (careful)
        __VERIFIER_atomic_begin();
    x = x + 1;
    y = y + 1;
    if (careful) {
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
