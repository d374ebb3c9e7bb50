// expect: safe, property race
// The early return keeps the lock: afterwards all others wait for ever, which is no race.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int stock = 3;

void *worker(void *unused)
{
    pthread_mutex_lock(&m);
    if (stock == 0)
        return 0;
    stock--;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
