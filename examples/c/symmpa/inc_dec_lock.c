// expect: safe
// Workers increment and decrement a counter under a lock: it falls back only after somebody announced a decrement.
#include <assert.h>
#include <limits.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern int __VERIFIER_nondet_int(void);

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
unsigned value;
_Bool increments, decrements;

void increment(void)
{
    pthread_mutex_lock(&lock);
    unsigned before = value;
    if (before == UINT_MAX) {
        pthread_mutex_unlock(&lock);
        return;
    }
    increments = 1;
    value = before + 1;
    pthread_mutex_unlock(&lock);
    __VERIFIER_atomic_begin();
    assert(decrements || value > before);
    __VERIFIER_atomic_end();
}

void decrement(void)
{
    pthread_mutex_lock(&lock);
    unsigned before = value;
    if (before == 0) {
        pthread_mutex_unlock(&lock);
        return;
    }
    decrements = 1;
    value = before - 1;
    pthread_mutex_unlock(&lock);
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
