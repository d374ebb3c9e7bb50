// expect: unsafe
// Only one thread is waited for.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int sum;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void start(pthread_t *thread, void *(*function)(void *), void *argument)
{
    if (pthread_create(thread, 0, function, argument) != 0)
        exit(1);
}

void *one(void *unused)
{
    pthread_mutex_lock(&m);
    sum += 1;
    pthread_mutex_unlock(&m);
    return 0;
}

void *two(void *unused)
{
    pthread_mutex_lock(&m);
    sum += 2;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    start(&threads[0], one, 0);
    start(&threads[1], two, 0);
    pthread_join(threads[0], 0);
    assert(sum == 3);
    return 0;
}
