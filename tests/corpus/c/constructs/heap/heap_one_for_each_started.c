// expect: safe
// Each of two threads starts one thread, so two threads run the same function, each with an object that others can see.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int *made[2], count;

void *second(void *unused)
{
    int *own = calloc(1, sizeof *own);
    made[__sync_fetch_and_add(&count, 1)] = own;
    *own = 5;
    assert(*own == 5);
    return 0;
}

void *first(void *unused)
{
    pthread_t t;
    pthread_create(&t, 0, second, 0);
    return 0;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, first, 0);
    pthread_create(&u, 0, first, 0);
    pthread_exit(0);
}
