// expect: safe, flags --threads 4
// Nobody finds its own id written down before it has written it down itself.
#include <assert.h>
#include <limits.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

unsigned next_id;
unsigned last = UINT_MAX;

unsigned take_id(void)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(next_id != UINT_MAX);
    unsigned id = __sync_fetch_and_add(&next_id, 1);
    __VERIFIER_atomic_end();
    return id;
}

void *worker(void *unused)
{
    unsigned id = take_id();
    assert(last != id);
    last = id;
    assert(last < next_id);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
