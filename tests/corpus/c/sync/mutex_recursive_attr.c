// expect: safe
// The mutex is recursive by its attribute: the helper locks it a second time and the first lock outlives its unlock.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m;
int inside;

void enter(void)
{
    pthread_mutex_lock(&m);
    inside = 1;
    pthread_mutex_unlock(&m);
}

void *worker(void *unused)
{
    pthread_mutex_lock(&m);
    enter();
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
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&m, &kind);
    pthread_mutexattr_destroy(&kind);
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
