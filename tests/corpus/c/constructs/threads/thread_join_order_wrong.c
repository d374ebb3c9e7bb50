// expect: unsafe
// Joining the first element says nothing about the third.
#include <assert.h>
#include <pthread.h>

int x, y;

void *first(void *unused)
{
    x = 1;
    return (void *)4;
}

void *second(void *unused)
{
    y = 1;
    return (void *)5;
}

int main(void)
{
    pthread_t threads[3];
    void *value;
    if (x != 0)
        goto out;
    pthread_create(&threads[2], 0, second, 0);
    pthread_create(&threads[0], 0, first, 0);
    pthread_join(threads[1 - 1], &value);
    assert(y == 1);
    pthread_join(threads[2], &value);
    assert(y == 1 && (long)value == 5);
out:
    return 0;
}
