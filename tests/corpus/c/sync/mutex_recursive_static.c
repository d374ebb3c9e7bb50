// expect: safe
// Locked twice and unlocked once, the recursive mutex is still held: nobody sees the value in between.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
int value;

void *writer(void *unused)
{
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    value = 1;
    pthread_mutex_unlock(&m);
    value = 0;
    pthread_mutex_unlock(&m);
    return 0;
}

void *reader(void *unused)
{
    pthread_mutex_lock(&m);
    assert(value == 0);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, writer, 0);
    pthread_create(&two, 0, reader, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
