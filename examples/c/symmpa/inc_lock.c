// expect: safe
// A counter under a lock, incremented by any number of workers until it is full: it never falls back.
#include <assert.h>
#include <limits.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
unsigned value;

unsigned increment(void)
{
    pthread_mutex_lock(&lock);
    unsigned before = value;
    if (before == UINT_MAX) {
        pthread_mutex_unlock(&lock);
        return 0;
    }
    value = before + 1;
    pthread_mutex_unlock(&lock);
    assert(value > before);
    return before + 1;
}

void *worker(void *unused)
{
    increment();
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
