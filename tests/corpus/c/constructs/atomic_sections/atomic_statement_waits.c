// expect: unsafe, flags --granularity statement
// A statement that waits for a lock is several steps: main changes x after the first look at it.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

void *worker(void *unused)
{
    int changed = x != (pthread_mutex_lock(&m), x);
    assert(!changed);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_mutex_lock(&m);
    pthread_create(&thread, 0, worker, 0);
    x = 1;
    pthread_mutex_unlock(&m);
    return 0;
}
