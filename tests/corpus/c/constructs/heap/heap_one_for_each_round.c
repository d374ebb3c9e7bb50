// expect: safe
// Each thread that a loop starts has an object that others can see.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int *made[2], count;

void *worker(void *unused)
{
    int *own = calloc(1, sizeof *own);
    made[__sync_fetch_and_add(&count, 1)] = own;
    *own = 5;
    assert(*own == 5);
    return 0;
}

int main(void)
{
    pthread_t t;
    int n = 0;
    while (n < 2) {
        pthread_create(&t, 0, worker, 0);
        n++;
    }
    return 0;
}
