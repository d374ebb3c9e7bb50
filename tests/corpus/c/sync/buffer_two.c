// expect: safe
// A buffer of two places with a condition variable for each side: never three items, never less than none.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t filled = PTHREAD_COND_INITIALIZER, emptied = PTHREAD_COND_INITIALIZER;
int count;

void *producer(void *unused)
{
    pthread_mutex_lock(&m);
    while (count == 2)
        pthread_cond_wait(&emptied, &m);
    count = count + 1;
    assert(count == 1 || count == 2);
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&m);
    return 0;
}

void *consumer(void *unused)
{
    pthread_mutex_lock(&m);
    while (count == 0)
        pthread_cond_wait(&filled, &m);
    count = count - 1;
    assert(count == 0 || count == 1);
    pthread_cond_signal(&emptied);
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
