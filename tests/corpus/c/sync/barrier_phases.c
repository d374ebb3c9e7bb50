// expect: safe
// Behind the barrier each one sees what the other one wrote before it.
#include <assert.h>
#include <pthread.h>

pthread_barrier_t barrier;
int x, y;

void *left(void *unused)
{
    x = 1;
    pthread_barrier_wait(&barrier);
    assert(y == 1);
    return 0;
}

void *right(void *unused)
{
    y = 1;
    pthread_barrier_wait(&barrier);
    assert(x == 1);
    return 0;
}

int main(void)
{
    pthread_t one, two;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&one, 0, left, 0);
    pthread_create(&two, 0, right, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
