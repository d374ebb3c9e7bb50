// expect: unsafe, property race
// A thread writes a word of a large object, another one a byte in the middle of it.
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *argument)
{
    ((char *)argument)[4002] = 1;
    return 0;
}

int main(void)
{
    pthread_t t;
    void *buffer = malloc(100000);
    if (!buffer)
        return 0;
    pthread_create(&t, 0, worker, buffer);
    ((int *)buffer)[1000] = 2;
    return 0;
}
