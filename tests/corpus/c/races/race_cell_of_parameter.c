// expect: safe, property race
// The parameter chooses the cell, and the lock beside it.
#include <pthread.h>

pthread_mutex_t locks[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
int cells[2];

void add(int i, int n)
{
    pthread_mutex_lock(&locks[i]);
    cells[i] += n;
    pthread_mutex_unlock(&locks[i]);
}

void *worker(void *arg)
{
    int i = (int)(long)arg;
    add(i, 1);
    add(1 - i, -1);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1) {
        pthread_create(&t, 0, worker, (void *)0L);
        pthread_create(&t, 0, worker, (void *)1L);
    }
}
