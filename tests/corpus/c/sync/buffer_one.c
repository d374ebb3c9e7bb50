// expect: safe
// A buffer of one place: consumers wait in a loop until it is full, producers until it is empty.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int full, item;

void *producer(void *unused)
{
    pthread_mutex_lock(&m);
    while (full)
        pthread_cond_wait(&changed, &m);
    item = 1;
    full = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&m);
    return 0;
}

void *consumer(void *unused)
{
    pthread_mutex_lock(&m);
    while (!full)
        pthread_cond_wait(&changed, &m);
    assert(item == 1);
    item = 0;
    full = 0;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1) {
        pthread_create(&thread, 0, producer, 0);
        pthread_create(&thread, 0, consumer, 0);
    }
}
