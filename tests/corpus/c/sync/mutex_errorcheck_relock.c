// expect: safe
// Whoever locks an error-checking mutex again is told EDEADLK, and holds it as before.
#include <assert.h>
#include <pthread.h>
#include <errno.h>

pthread_mutex_t m;
int inside;

void *worker(void *unused)
{
    pthread_mutex_lock(&m);
    inside = 1;
    int result = pthread_mutex_lock(&m);
    assert(result == EDEADLK);
    assert(inside == 1);
    inside = 0;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&m, &kind);
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
