// expect: error unsupported
// The mutex lends its owner a priority, which has no meaning here.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m;
int x;

void *worker(void *unused)
{
    pthread_mutex_lock(&m);
    x = 1;
    assert(x == 1);
    x = 0;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_setprotocol(&kind, PTHREAD_PRIO_INHERIT);
    pthread_mutex_init(&m, &kind);
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
