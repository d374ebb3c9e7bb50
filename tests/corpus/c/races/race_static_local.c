// expect: unsafe, property race
// The counter looks local, but there is one for all workers.
#include <pthread.h>

int number(void)
{
    static int next;
    return next++;
}

void *worker(void *unused)
{
    int mine = number();
    return mine < 0 ? unused : 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
