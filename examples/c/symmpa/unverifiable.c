// expect: safe
// At most one worker finds itself alone and counts along with a shared counter: no proof without a predicate over both.
#include <assert.h>
#include <limits.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);

unsigned started, shared;

void start(void)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(started != UINT_MAX);
    started = started + 1;
    __VERIFIER_atomic_end();
}

void *worker(void *unused)
{
    unsigned local = 0;
    start();
    if (started == 1) {
        while (1) {
            shared++;
            local++;
            assert(shared == local);
        }
    }
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
