// expect: safe, flags --threads 4
// Every slot of the array is claimed by at most one worker.
#include <assert.h>
#include <limits.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

unsigned tail;
int slots[8];

unsigned claim(void)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(tail != UINT_MAX);
    unsigned i = __sync_fetch_and_add(&tail, 1);
    __VERIFIER_atomic_end();
    return i;
}

void *worker(void *unused)
{
    unsigned i = claim();
    if (i < 8) {
        assert(slots[i] == 0);
        slots[i] = 1;
        assert(slots[i] == 1);
    }
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
