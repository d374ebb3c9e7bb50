// expect: unsafe
// Everybody takes one fork only: philosopher 1 takes fork 1 and eats, philosopher 0 takes fork 0, eats and sees it.
#include <pthread.h>
#include <assert.h>

pthread_mutex_t forks[3] = {
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER
};
_Bool eating[3];

void *philosopher(void *arg)
{
    int me = (int)(long)arg;
    pthread_mutex_lock(&forks[me]);
    eating[me] = 1;
    assert(!eating[(me + 1) % 3]);
    eating[me] = 0;
    pthread_mutex_unlock(&forks[me]);
    return 0;
}

int main(void)
{
    pthread_t t[3];
    for (long i = 0; i < 3; i++)
        pthread_create(&t[i], 0, philosopher, (void *)i);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    return 0;
}
