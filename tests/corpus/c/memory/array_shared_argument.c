// expect: unsafe
// Both threads get the address of the loop counter: main advances to 1, worker 1 reads 1 and takes place 1, worker 2
// is created, reads 1 as well and finds the place taken.
#include <pthread.h>
#include <assert.h>

int current, taken[3];

void *worker(void *arg)
{
    int id = *(int *)arg;
    assert(!taken[id]);
    taken[id] = 1;
    return 0;
}

int main(void)
{
    pthread_t t[2];
    for (current = 0; current < 2; current++)
        pthread_create(&t[current], 0, worker, &current);
    return 0;
}
