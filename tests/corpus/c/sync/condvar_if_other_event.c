// expect: unsafe
// One condition variable for two events, and one look only: the worker waits for the second, main broadcasts the first,
// the worker goes on. Needs no spurious wake-up.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int first, second;

void *worker(void *unused)
{
    pthread_mutex_lock(&m);
    if (!second)
        pthread_cond_wait(&changed, &m);
    assert(second == 1);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_mutex_lock(&m);
    first = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    second = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&m);
    pthread_join(thread, 0);
    return 0;
}
