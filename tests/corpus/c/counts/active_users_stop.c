// expect: safe
// The stopper keeps new users out and waits for the active ones, as a driver that is removed.
#include <assert.h>
#include <limits.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int active, stopping, stopped;

int enter(void)
{
    int done = 0;
    __VERIFIER_atomic_begin();
    if (!stopping) {
        __VERIFIER_assume(active != INT_MAX);
        active++;
        done = 1;
    }
    __VERIFIER_atomic_end();
    return done;
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
