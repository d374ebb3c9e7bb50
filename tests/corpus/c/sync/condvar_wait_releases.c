// expect: unsafe
// Waiting gives the mutex away: worker 1 sets state = 1 and waits, worker 2 locks and finds state == 1.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int state;

void *worker(void *unused)
{
    pthread_mutex_lock(&m);
    assert(state == 0);
    state = 1;
    pthread_cond_wait(&changed, &m);
    state = 0;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
