// expect: safe
// The section is entered only after a successful compare-and-swap and only then released, so it is exclusive.
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
        lock = 0;
    }
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
