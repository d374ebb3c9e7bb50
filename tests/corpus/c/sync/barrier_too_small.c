// expect: unsafe
// Three meet at a barrier for two: main and the first worker pass it, the second one has not written yet.
#include <assert.h>
#include <pthread.h>

pthread_barrier_t barrier;
int x, y;

void *first(void *unused)
{
    x = 1;
    pthread_barrier_wait(&barrier);
    return 0;
}

void *second(void *unused)
{
    y = 1;
    pthread_barrier_wait(&barrier);
    return 0;
}

int main(void)
{
    pthread_t one, two;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&one, 0, first, 0);
    pthread_create(&two, 0, second, 0);
    pthread_barrier_wait(&barrier);
    assert(x == 1 && y == 1);
    return 0;
}
