// expect: safe, property race
// A thread writes a word of a large object, another one the byte behind it.
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *argument)
{
    ((char *)argument)[4004] = 1;
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
