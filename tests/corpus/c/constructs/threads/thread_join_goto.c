// expect: unknown
// A creation that is jumped back to runs twice, and the handle stands for the second thread.
#include <assert.h>
#include <pthread.h>

int x;

void *worker(void *number)
{
    if (number != 0)
        x = 1;
    return 0;
}

int main(void)
{
    pthread_t thread;
    long number = 0;
again:
    pthread_create(&thread, 0, worker, (void *)number);
    if (number++ == 0)
        goto again;
    pthread_join(thread, 0);
    assert(x == 1);
    return 0;
}
