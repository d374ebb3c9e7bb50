// expect: safe
// Two threads run the same function, and each of them has an object that others can see.
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
    pthread_t t, u;
    pthread_create(&t, 0, worker, 0);
    pthread_create(&u, 0, worker, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(*made[0] == 5 && *made[1] == 5 && made[0] != made[1]);
    return 0;
}
