// expect: unsafe, property race
// The lock is dropped before the last of the writes.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int count, last;

void *worker(void *arg)
{
    pthread_mutex_lock(&m);
    count++;
    int mine = count;
    pthread_mutex_unlock(&m);
    last = mine;
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
