// expect: unsafe
// The handler expects that nobody has changed anything although the thread waited.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int value;

static void unlock(void *unused)
{
    assert(value == 0);
    pthread_mutex_unlock(&m);
}

void *run(void *unused)
{
    pthread_mutex_lock(&m);
    pthread_cleanup_push(unlock, 0);
    while (value == 0)
        pthread_cond_wait(&c, &m);
    pthread_cleanup_pop(0);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    pthread_mutex_lock(&m);
    value = 1;
    pthread_cancel(thread);
    pthread_mutex_unlock(&m);
    pthread_join(thread, 0);
    return 0;
}
