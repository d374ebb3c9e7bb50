// expect: safe
// MaxSimp by compare-and-swap: the swap succeeds only from a smaller old value, so max never decreases.
#include <pthread.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int max;

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
    int l = __VERIFIER_nondet_int();
    int old;
    do {
        old = max;
        if (old >= l)
            break;
    } while (!cas(&max, old, l));
    assert(max >= l);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
