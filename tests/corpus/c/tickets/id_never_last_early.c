// expect: unsafe
// The counter grows after the id is used, so somebody else may have used it before.
#include <assert.h>
#include <limits.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);

unsigned next_id;
unsigned last = UINT_MAX;

unsigned take_id(void)
{
    unsigned id = next_id;
    __VERIFIER_assume(id != UINT_MAX);
    next_id = id + 1;
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
