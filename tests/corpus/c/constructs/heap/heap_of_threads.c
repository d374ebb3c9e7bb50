// expect: safe
// Each of any number of threads has its own object; the one that main made is everybody's.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int *shared;

void *worker(void *common)
{
    int *all = common;
    int *own = calloc(1, sizeof *own);
    *own = 2;
    *all = 1;
    assert(*shared == 1);
    assert(*own == 2);
    free(own);
    return 0;
}

int main(void)
{
    pthread_t t;
    shared = calloc(1, sizeof *shared);
    while (1)
        pthread_create(&t, 0, worker, shared);
}
