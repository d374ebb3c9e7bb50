// expect: safe
// A user is counted first and looks then whether it may stay.
#include <assert.h>
#include <limits.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int active, stopping, stopped;

int enter(void)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(active != INT_MAX);
    active++;
    __VERIFIER_atomic_end();
    if (!stopping)
        return 1;
    __sync_fetch_and_sub(&active, 1);
    return 0;
}

void *user(void *unused)
{
    if (enter()) {
        assert(!stopped);
        __sync_fetch_and_sub(&active, 1);
    }
    return 0;
}

void *stopper(void *unused)
{
    stopping = 1;
    while (active != 0)
        ;
    stopped = 1;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, stopper, 0);
    while (1)
        pthread_create(&t, 0, user, 0);
}
