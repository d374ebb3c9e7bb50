// expect: safe
// The test-and-set lock with backoff of Mellor-Crummey and Scott: one worker at a time is inside.
#include <assert.h>
#include <pthread.h>

int locked, inside;

void acquire(void)
{
    unsigned delay = 1;
    while (__sync_lock_test_and_set(&locked, 1)) {
        for (unsigned i = 0; i < delay; i++)
            ;
        delay *= 2;
    }
}

void release(void)
{
    __sync_lock_release(&locked);
}

void *worker(void *unused)
{
    acquire();
    inside++;
    assert(inside == 1);
    inside--;
    release();
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
