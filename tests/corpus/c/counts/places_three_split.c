// expect: unsafe, threads 5
// Looking for a free place and taking it are two steps: a fourth worker gets in.
#include <assert.h>
#include <pthread.h>

int inside;

int enter(void)
{
    if (inside >= 3)
        return 0;
    __sync_fetch_and_add(&inside, 1);
    return 1;
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
