// expect: safe, property deadlock
// Producers and consumers wait for a condition each.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t some = PTHREAD_COND_INITIALIZER, room = PTHREAD_COND_INITIALIZER;
int full;

void *producer(void *arg)
{
    pthread_mutex_lock(&m);
    while (full)
        pthread_cond_wait(&room, &m);
    full = 1;
    pthread_cond_signal(&some);
    pthread_mutex_unlock(&m);
    return 0;
}

void *consumer(void *arg)
{
    pthread_mutex_lock(&m);
    while (!full)
        pthread_cond_wait(&some, &m);
    full = 0;
    pthread_cond_signal(&room);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t0, t1, t2, t3;
    pthread_create(&t0, 0, producer, 0);
    pthread_create(&t1, 0, producer, 0);
    pthread_create(&t2, 0, consumer, 0);
    pthread_create(&t3, 0, consumer, 0);
    pthread_join(t0, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    pthread_join(t3, 0);
    return 0;
}
