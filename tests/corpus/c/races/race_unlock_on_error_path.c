// expect: unsafe, property race
// The refusal is counted after the unlock, by two workers at once.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int stock = 1, refused;

void *worker(void *unused)
{
    pthread_mutex_lock(&m);
    if (stock == 0) {
        pthread_mutex_unlock(&m);
        refused++;
    } else {
        stock--;
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
