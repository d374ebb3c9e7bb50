// expect: unsafe, property race
// The second unlock frees the lock that meanwhile another worker has taken, so a third one gets in beside it.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int stock;

void *worker(void *unused)
{
    pthread_mutex_lock(&m);
    stock++;
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
