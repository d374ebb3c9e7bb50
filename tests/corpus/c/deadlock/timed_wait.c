// expect: safe, property deadlock
// A wait with a time ends by itself.
#include <pthread.h>
#include <time.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready;

void *waiter(void *arg)
{
    struct timespec soon = { 0, 0 };
    pthread_mutex_lock(&m);
    if (!ready)
        pthread_cond_timedwait(&c, &m, &soon);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t0;
    pthread_create(&t0, 0, waiter, 0);
    pthread_join(t0, 0);
    return 0;
}
