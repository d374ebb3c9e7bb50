// expect: unsafe
// The same calls in the same order; both barriers let everybody go on.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_barrier_t none, alone, both;
int x;

void *worker(void *unused)
{
    x = 1;
    int result = pthread_barrier_wait(&both);
    assert(result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD);
    return 0;
}

int main(void)
{
    pthread_t thread;
    assert(pthread_barrier_init(&alone, 0, 1) == 0 && pthread_barrier_init(&both, 0, 2) == 0);
    assert(pthread_barrier_init(&none, 0, 0) == EINVAL);
    assert(pthread_barrier_wait(&alone) == PTHREAD_BARRIER_SERIAL_THREAD);
    assert(pthread_barrier_wait(&alone) == PTHREAD_BARRIER_SERIAL_THREAD);
    pthread_create(&thread, 0, worker, 0);
    pthread_barrier_wait(&both);
    assert(x == 1);
    assert(pthread_barrier_destroy(&alone) != 0);
    return 0;
}
