// expect: unsafe
// The losers do not wait: worker 1 wins the compare-and-swap, worker 2 loses it and reads inits == 0 before worker 1 has initialised.
#include <pthread.h>
#include <assert.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int state, inits;

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
    if (cas(&state, 0, 1)) {
        inits = inits + 1;
        state = 2;
    }
    assert(inits == 1);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
