// expect: unsafe
// Workers count without a lock: what one has just written may be overwritten before it looks again.
#include <assert.h>
#include <pthread.h>

int value;

void *worker(void *unused)
{
    int before = value;
    value = before + 1;
    assert(value == before + 1);
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
