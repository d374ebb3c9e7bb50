// expect: safe
// Trying a mutex that one holds already: EBUSY for an ordinary one, success for a recursive one.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <errno.h>

pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t again = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

void *worker(void *unused)
{
    pthread_mutex_lock(&plain);
    int first = pthread_mutex_trylock(&plain);
    assert(first == EBUSY);
    pthread_mutex_lock(&again);
    int second = pthread_mutex_trylock(&again);
    assert(second == 0);
    pthread_mutex_unlock(&again);
    pthread_mutex_unlock(&again);
    pthread_mutex_unlock(&plain);
    return 0;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, worker, 0);
    pthread_create(&two, 0, worker, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
