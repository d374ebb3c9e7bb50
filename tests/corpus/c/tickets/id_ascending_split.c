// expect: unsafe
// A worker stores a counter that is out of date, and others get lower ids again.
#include <assert.h>
#include <limits.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);

unsigned next_id;

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
    while (1) {
        unsigned newer = take_id();
        assert(id < newer);
        id = newer;
    }
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
