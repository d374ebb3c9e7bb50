// expect: unsafe
// Both threads get the number 0, so nobody writes y.
#include <assert.h>
#include <pthread.h>

int x, y;

void *worker(void *argument)
{
    long number = (long)argument;
    if (number == 0)
        x = 1;
    else
        y = 1;
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, worker, (void *)(i / 2));
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    assert(x == 1 && y == 1);
    return 0;
}
