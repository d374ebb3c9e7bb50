// expect: unsafe, property race
// The table is looked at before pthread_once: another worker is about to fill it.
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
int table[2];

void init(void)
{
    table[0] = 1;
    table[1] = 2;
}

void *worker(void *unused)
{
    if (table[1] != 2)
        pthread_once(&once, init);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
