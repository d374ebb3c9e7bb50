// expect: unknown
// The join waits for the last worker, so x is 1; which thread it joins is not known, and it might return too early.
#include <assert.h>
#include <pthread.h>

int x;

void *worker(void *unused)
{
    x = 1;
    return 0;
}

int main(void)
{
    pthread_t thread;
    int i = 0;
    while (i++ < 2)
        pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    assert(x == 1);
    return 0;
}
