// expect: unsafe
// A wait may return without any signal: the consumer sees ready == 0, waits, wakes up by itself and finds no data.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int data, ready;

void *consumer(void *unused)
{
    pthread_mutex_lock(&m);
    if (!ready)
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
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, consumer, 0);
    pthread_create(&two, 0, producer, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
