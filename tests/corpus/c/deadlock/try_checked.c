// expect: safe, property deadlock
// The mutex is unlocked only if the try has got it.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

void *worker(void *arg)
{
    if (pthread_mutex_trylock(&m) == 0) {
        x++;
        pthread_mutex_unlock(&m);
    }
    return 0;
}

int main(void)
{
    while (1) {
        pthread_t t0;
        pthread_create(&t0, 0, worker, 0);
    }
}
