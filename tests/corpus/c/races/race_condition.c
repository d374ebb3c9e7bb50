// expect: safe, property race
// Producers and consumers touch the slot with the mutex held; waiting gives it back and takes it again.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int full, slot;

void *producer(void *unused)
{
    pthread_mutex_lock(&m);
    while (full)
        pthread_cond_wait(&changed, &m);
    slot = 5;
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
    int taken = slot;
    full = 0;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&m);
    return (void *)(long)taken;
}

int main(void)
{
    pthread_t t;
    while (1) {
        pthread_create(&t, 0, producer, 0);
        pthread_create(&t, 0, consumer, 0);
    }
}
