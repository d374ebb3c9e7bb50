// expect: safe
// Neighbours share a fork and each eats with both forks, so the right neighbour of one who eats does not eat.
#include <pthread.h>
#include <assert.h>

pthread_mutex_t forks[3] = {
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER
};
_Bool eating[3];

void *philosopher(void *arg)
{
    int me = (int)(long)arg;
    int right = (me + 1) % 3;
    int low = me < right ? me : right, high = me < right ? right : me;
    pthread_mutex_lock(&forks[low]);
    pthread_mutex_lock(&forks[high]);
    eating[me] = 1;
    assert(!eating[(me + 1) % 3]);
    eating[me] = 0;
    pthread_mutex_unlock(&forks[high]);
    pthread_mutex_unlock(&forks[low]);
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
