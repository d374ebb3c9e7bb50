// expect: safe
// An error-checking mutex is released by its owner only: a stranger is told EPERM and the section stays exclusive.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <errno.h>

pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
int inside;

void *owner(void *unused)
{
    pthread_mutex_lock(&m);
    assert(inside == 0);
    inside = 1;
    inside = 0;
    pthread_mutex_unlock(&m);
    return 0;
}

void *stranger(void *unused)
{
    int result = pthread_mutex_unlock(&m);
    assert(result == EPERM);
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1) {
        pthread_create(&thread, 0, owner, 0);
        pthread_create(&thread, 0, stranger, 0);
    }
}
