// expect: unsafe
// The result is read from a shared variable: thread 1 writes x = 1, thread 2 writes x = 2, both return 2.
#include <assert.h>
#include <pthread.h>

long x;

void *worker(void *argument)
{
    x = (long)argument;
    return (void *)x;
}

int main(void)
{
    pthread_t one, two;
    void *first, *second;
    pthread_create(&one, 0, worker, (void *)1);
    pthread_create(&two, 0, worker, (void *)2);
    pthread_join(one, &first);
    pthread_join(two, &second);
    assert((long)first == 1);
    return 0;
}
