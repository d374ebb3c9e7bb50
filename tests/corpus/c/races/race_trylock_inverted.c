// expect: unsafe, property race
// The result of trylock is read as a Boolean: those that did not get the lock count, two of them at once.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int hits;

void *worker(void *unused)
{
    if (pthread_mutex_trylock(&m)) {
        hits++;
        pthread_mutex_unlock(&m);
    }
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
