// expect: unsafe
// Worker 1 unlocks, worker 2 locks and sets in_cs, worker 1 unlocks a second time, worker 3 locks and sees in_cs == 1.
#include <pthread.h>
#include <assert.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int lock, in_cs;

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

void leave(void)
{
    in_cs = 0;
    lock = 0;
}

void *worker(void *arg)
{
    while (!cas(&lock, 0, 1))
        ;
    assert(in_cs == 0);
    in_cs = 1;
    leave();
    lock = 0;
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
