// expect: unsafe, property deadlock
// The result of the try is not looked at: the thread may unlock what it does not hold.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

void *worker(void *arg)
{
    pthread_mutex_trylock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    while (1) {
        pthread_t t0;
        pthread_create(&t0, 0, worker, 0);
    }
}
