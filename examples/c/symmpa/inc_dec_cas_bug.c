// expect: unsafe
// The same, but a decrement is announced only after the counter was changed.
#include <assert.h>
#include <limits.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern int __VERIFIER_nondet_int(void);

unsigned value;
_Bool increments, decrements;

void increment(void)
{
    unsigned before;
    _Bool done = 0;
    do {
        before = value;
        if (before == UINT_MAX)
            return;
        increments = 1;
        __VERIFIER_atomic_begin();
        if (value == before) {
            value = before + 1;
            done = 1;
        }
        __VERIFIER_atomic_end();
    } while (!done);
    __VERIFIER_atomic_begin();
    assert(decrements || value > before);
    __VERIFIER_atomic_end();
}

void decrement(void)
{
    unsigned before;
    _Bool done = 0;
    do {
        before = value;
        if (before == 0)
            return;
        __VERIFIER_atomic_begin();
        if (value == before) {
            value = before - 1;
            done = 1;
        }
        __VERIFIER_atomic_end();
    } while (!done);
    decrements = 1;
    __VERIFIER_atomic_begin();
    assert(increments || value < before);
    __VERIFIER_atomic_end();
}

void *worker(void *unused)
{
    if (__VERIFIER_nondet_int())
        increment();
    else
        decrement();
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
