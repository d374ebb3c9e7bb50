// expect: unsafe
// The same without the lock: a worker with an old value sets the counter back.
#include <assert.h>
#include <limits.h>
#include <pthread.h>

unsigned value;

unsigned increment(void)
{
    unsigned before = value;
    if (before == UINT_MAX)
        return 0;
    value = before + 1;
    assert(value > before);
    return before + 1;
}

void *worker(void *unused)
{
    increment();
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
