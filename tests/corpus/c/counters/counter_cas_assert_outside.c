// expect: unsafe
// The assertion stands after the compare-and-swap: worker 1 sets 1, worker 2 reads 1 and sets 2, worker 1 asserts value == 1.
#include <pthread.h>
#include <assert.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int value;

int cas(int *p, int old, int new)
{
    int done = 0;
    __VERIFIER_atomic_begin();
    if (*p == old) {
        *p = new;
        done = 1;
    }
    __VERIFIER_atomic_end();
    return done;
}

void *worker(void *arg)
{
    int old;
    do {
        old = value;
    } while (!cas(&value, old, old + 1));
    assert(value == old + 1);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
