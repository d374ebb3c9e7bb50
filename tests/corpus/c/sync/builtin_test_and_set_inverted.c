// expect: unsafe
// The test is inverted, so who does not get the lock goes in: worker 1 takes it, loops and enters, worker 2 enters, too.
#include <assert.h>
#include <pthread.h>

int lock, inside;

void *worker(void *unused)
{
    while (!__sync_lock_test_and_set(&lock, 1))
        ;
    assert(inside == 0);
    inside = 1;
    inside = 0;
    __sync_lock_release(&lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
