// expect: safe
// Each join gives what its own thread has returned, by `return` or by pthread_exit.
#include <assert.h>
#include <pthread.h>

void *worker(void *argument)
{
    long number = (long)argument;
    if (number == 1)
        pthread_exit((void *)5);
    return (void *)(number + 4);
}

int main(void)
{
    pthread_t one, two;
    void *first, *second;
    pthread_create(&one, 0, worker, (void *)1);
    pthread_create(&two, 0, worker, (void *)2);
    pthread_join(one, &first);
    pthread_join(two, &second);
    assert((long)first == 5);
    assert((long)second == 6);
    return 0;
}
