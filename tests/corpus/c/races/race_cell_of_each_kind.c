// expect: safe, property race
// Readers of either kind share a cell that nobody writes any more, and the only writer has a cell of its own.
#include <pthread.h>

int cells[3];

void *reader(void *arg)
{
    long i = (long)arg;
    return cells[i] == 5 ? 0 : arg;
}

void *writer(void *unused)
{
    while (1)
        cells[2]++;
}

int main(void)
{
    pthread_t t;
    cells[0] = 5;
    cells[1] = 5;
    pthread_create(&t, 0, writer, 0);
    while (1) {
        pthread_create(&t, 0, reader, (void *)0L);
        pthread_create(&t, 0, reader, (void *)1L);
    }
}
