// expect: unsafe
// The mutex is released between the two increments: worker 1 sets x to 1 and unlocks, worker 2 locks and finds x == 1, y == 0.
#include <pthread.h>
#include <assert.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, y;

void *worker(void *arg)
{
    pthread_mutex_lock(&m);
    assert(x == y);
    x = x + 1;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    y = y + 1;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
