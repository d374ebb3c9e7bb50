// expect: unsafe, property race
// Each thread writes its own cell and reads its neighbour's: worker 0 is about to write cells[0], worker 1 to read it.
#include <pthread.h>

int cells[2];

void *worker(void *arg)
{
    long me = (long)arg;
    cells[me] = 1;
    int other = cells[(me + 1) % 2];
    return (void *)(long)other;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, 0, worker, (void *)0L);
    pthread_create(&t2, 0, worker, (void *)1L);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
