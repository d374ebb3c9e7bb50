// expect: unsafe, property race
// The size is looked at without the lock before it is taken.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int size;

void *worker(void *unused)
{
    if (size < 4) {
        pthread_mutex_lock(&m);
        if (size < 4)
            size++;
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
