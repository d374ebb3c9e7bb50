// expect: unsafe, property deadlock
// A thread unlocks a mutex that it does not hold.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

void *worker(void *arg)
{
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return 0;
}

void *other(void *arg)
{
    x--;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    while (1) {
        pthread_t t0;
        pthread_t t1;
        pthread_create(&t0, 0, worker, 0);
        pthread_create(&t1, 0, other, 0);
    }
}
