// expect: unsafe
// The threads get the address of the loop variable: thread 1 reads it when the loop has ended, and finds 2.
#include <assert.h>
#include <pthread.h>

void *worker(void *argument)
{
    int number = *(int *)argument;
    assert(number < 2);
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    int i;
    for (i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, worker, &i);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    return 0;
}
