// expect: safe
// Exactly one of the two is told that it is the serial thread, so one of them adds.
#include <assert.h>
#include <pthread.h>

pthread_barrier_t barrier;
int sum;

void *worker(void *unused)
{
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
        sum = sum + 1;
    return 0;
}

int main(void)
{
    pthread_t one, two;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&one, 0, worker, 0);
    pthread_create(&two, 0, worker, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(sum == 1);
    return 0;
}
