// expect: unsafe, property race
// The monitor's read is not atomic: it is about to read cells[0] while a worker is about to add to it.
#include <pthread.h>

int cells[2];

void *worker(void *unused)
{
    __atomic_fetch_add(&cells[0], 1, __ATOMIC_SEQ_CST);
    return 0;
}

void *monitor(void *unused)
{
    int seen = cells[0];
    return (void *)(long)seen;
}

int main(void)
{
    pthread_t t;
    while (1) {
        pthread_create(&t, 0, worker, 0);
        pthread_create(&t, 0, monitor, 0);
    }
}
