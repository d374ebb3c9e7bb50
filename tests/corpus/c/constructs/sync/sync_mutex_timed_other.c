// expect: safe
// While another thread may hold the mutex the wait either gets it or runs out; only who got it is alone.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int inside;

void *worker(void *unused)
{
    pthread_mutex_lock(&m);
    inside = 1;
    inside = 0;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t thread;
    struct timespec soon = { 0, 0 };
    pthread_create(&thread, 0, worker, 0);
    int result = pthread_mutex_timedlock(&m, &soon);
    assert(result == 0 || result == ETIMEDOUT);
    if (result == 0)
        assert(inside == 0);
    return 0;
}
