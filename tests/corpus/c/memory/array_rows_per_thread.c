// expect: safe
// Each of two threads writes its own row of a two-dimensional array only; main looks after both have ended.
#include <pthread.h>
#include <assert.h>

int cells[2][2];

void *worker(void *arg)
{
    int row = (int)(long)arg;
    for (int column = 0; column < 2; column++)
        cells[row][column] = row + 1;
    assert(cells[row][0] == row + 1);
    return 0;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, 0, worker, (void *)0L);
    pthread_create(&t2, 0, worker, (void *)1L);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(cells[0][1] == 1 && cells[1][0] == 2);
    return 0;
}
