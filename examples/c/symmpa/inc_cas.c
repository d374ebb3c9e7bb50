// expect: safe
// The counter without a lock: workers increment it by compare-and-swap until it is full, and it never falls back.
#include <assert.h>
#include <limits.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

unsigned value;

unsigned increment(void)
{
    unsigned before;
    _Bool done = 0;
    do {
        before = value;
        if (before == UINT_MAX)
            return 0;
        __VERIFIER_atomic_begin();
        if (value == before) {
            value = before + 1;
            done = 1;
        }
        __VERIFIER_atomic_end();
    } while (!done);
    assert(value > before);
    return before + 1;
}

void *worker(void *unused)
{
    increment();
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
