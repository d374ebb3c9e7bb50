// expect: safe
// The same barrier twice: the writer changes x between the rounds, the reader reads before the first and after the second.
#include <assert.h>
#include <pthread.h>

pthread_barrier_t barrier;
int x;

void *writer(void *unused)
{
    pthread_barrier_wait(&barrier);
    x = 1;
    pthread_barrier_wait(&barrier);
    return 0;
}

void *reader(void *unused)
{
    assert(x == 0);
    pthread_barrier_wait(&barrier);
    pthread_barrier_wait(&barrier);
    assert(x == 1);
    return 0;
}

int main(void)
{
    pthread_t one, two;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&one, 0, writer, 0);
    pthread_create(&two, 0, reader, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    pthread_barrier_destroy(&barrier);
    return 0;
}
