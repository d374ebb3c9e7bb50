// expect: safe
// Whoever waits looks again when it wakes up, so behind the loop the data are there.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int data, ready;

void *consumer(void *unused)
{
    pthread_mutex_lock(&m);
    while (!ready)
        pthread_cond_wait(&changed, &m);
    assert(data == 1);
    pthread_mutex_unlock(&m);
    return 0;
}

void *producer(void *unused)
{
    pthread_mutex_lock(&m);
    data = 1;
    ready = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1) {
        pthread_create(&thread, 0, consumer, 0);
        pthread_create(&thread, 0, producer, 0);
    }
}
