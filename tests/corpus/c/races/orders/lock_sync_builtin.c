// expect: safe, property race
// __sync_lock_test_and_set acquires and __sync_lock_release releases (gcc's documentation of both).
#include <pthread.h>
#include <stdatomic.h>

int counter;
int held;

void *worker(void *unused)
{
    while (__sync_lock_test_and_set(&held, 1)) {
    }
    counter++;
    __sync_lock_release(&held);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
