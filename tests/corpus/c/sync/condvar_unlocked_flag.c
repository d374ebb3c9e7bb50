// expect: unsafe
// The flag is raised before the data and without the mutex: main sets ready, the worker does not wait and finds data == 0.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m;
pthread_cond_t changed;
int ready, data;

void *worker(void *unused)
{
    pthread_mutex_lock(&m);
    while (!ready)
        pthread_cond_wait(&changed, &m);
    assert(data == 1);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_mutex_init(&m, 0);
    pthread_cond_init(&changed, 0);
    pthread_create(&thread, 0, worker, 0);
    ready = 1;
    pthread_mutex_lock(&m);
    data = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&m);
    return 0;
}
