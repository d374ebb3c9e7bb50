// expect: unsafe
// The object that main made is the same one for both threads: one may write between the two reads of the other.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void *worker(void *common)
{
    int *p = common;
    *p = 1;
    assert(*p == 1);
    *p = 2;
    return 0;
}

int main(void)
{
    pthread_t t;
    int *p = calloc(1, sizeof *p);
    pthread_create(&t, 0, worker, p);
    pthread_create(&t, 0, worker, p);
    pthread_exit(0);
}
