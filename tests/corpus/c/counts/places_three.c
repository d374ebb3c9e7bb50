// expect: safe
// There are three places, and a worker that gets one finds between one and three taken.
#include <assert.h>
#include <pthread.h>

int inside;

int enter(void)
{
    int seen = inside;
    return seen < 3 && __sync_bool_compare_and_swap(&inside, seen, seen + 1);
}

void *worker(void *unused)
{
    if (enter()) {
        assert(inside >= 1 && inside <= 3);
        __sync_fetch_and_sub(&inside, 1);
    }
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
