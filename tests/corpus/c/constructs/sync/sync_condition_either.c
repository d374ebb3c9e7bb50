// expect: unsafe
// A wait that nobody ends may be too late, and the next one may end in time all the same.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

int main(void)
{
    struct timespec soon = { 0, 0 };
    pthread_mutex_lock(&m);
    int first = pthread_cond_timedwait(&condition, &m, &soon);
    int second = pthread_cond_timedwait(&condition, &m, &soon);
    assert(first != ETIMEDOUT || second != 0);
    return 0;
}
