// expect: unsafe, property race
// The first check of the flag is a plain read outside of the lock.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int ready, table;

void *worker(void *unused)
{
    if (!ready) {
        pthread_mutex_lock(&m);
        if (!ready) {
            table = 42;
            ready = 1;
        }
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
