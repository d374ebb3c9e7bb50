// expect: safe, property race
// Each thread works on the cell that its argument names, and the two names differ.
#include <pthread.h>

int cells[2];

void *worker(void *arg)
{
    long me = (long)arg;
    for (int i = 0; i < 2; i++)
        cells[me] = cells[me] + 1;
    return 0;
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
