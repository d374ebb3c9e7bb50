// expect: unsafe
// The same, but the workers are counted in two steps: two of them may find themselves alone.
#include <assert.h>
#include <limits.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);

unsigned started, shared;

void start(void)
{
    __VERIFIER_assume(started != UINT_MAX);
    started = started + 1;
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
