// expect: unsafe
// The helper ignores EDEADLK and unlocks what it has not locked: worker 1 leaves the helper without the mutex, worker 2
// locks it, sets inside = 1 and leaves the helper, worker 1 sets inside = 0, worker 2 fails.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m;
int inside;

void helper(void)
{
    pthread_mutex_lock(&m);
    inside = 1;
    pthread_mutex_unlock(&m);
}

void *worker(void *unused)
{
    pthread_mutex_lock(&m);
    helper();
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
