// expect: safe
// The handle of a thread is stored as a number.
#include <assert.h>
#include <pthread.h>

void *worker(void *unused)
{
    return 0;
}

int main(void)
{
    unsigned long thread;
    pthread_create(&thread, 0, worker, 0);
    assert(thread != 0);
    return 0;
}
