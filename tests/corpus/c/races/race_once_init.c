// expect: safe, property race
// pthread_once runs the function before any of its calls returns, and afterwards the table is only read.
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
    pthread_once(&once, init);
    return table[0] + table[1] == 3 ? 0 : table;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
