// expect: unsafe, property race
// The lock of the own cell is held when the other cell is written.
#include <pthread.h>

pthread_mutex_t locks[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
int cells[2];

void *worker(void *arg)
{
    int i = (int)(long)arg;
    pthread_mutex_lock(&locks[i]);
    cells[i] += 1;
    cells[1 - i] -= 1;
    pthread_mutex_unlock(&locks[i]);
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
