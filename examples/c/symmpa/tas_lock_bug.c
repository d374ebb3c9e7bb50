// expect: unsafe
// The same, but testing and setting are two steps: two workers may both find the lock free.
#include <assert.h>
#include <pthread.h>

int locked, inside;

int test_and_set(int *where)
{
    int old = *where;
    *where = 1;
    return old;
}

void acquire(void)
{
    unsigned delay = 1;
    while (test_and_set(&locked)) {
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
