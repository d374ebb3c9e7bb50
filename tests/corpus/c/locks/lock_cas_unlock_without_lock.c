// expect: unsafe
// A failed try releases the lock as well: worker 1 holds it with in_cs == 1, worker 2 fails and writes lock = 0, worker 3 enters and sees in_cs == 1.
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

void *worker(void *arg)
{
    if (cas(&lock, 0, 1)) {
        assert(in_cs == 0);
        in_cs = 1;
        in_cs = 0;
    }
    lock = 0;
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
