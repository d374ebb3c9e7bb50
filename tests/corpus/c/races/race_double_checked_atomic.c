// expect: safe, property race
// The flag is atomic and set after the table is filled; whoever sees it set only reads the table.
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
atomic_int ready;
int table;

void *worker(void *unused)
{
    if (!atomic_load(&ready)) {
        pthread_mutex_lock(&m);
        if (!atomic_load(&ready)) {
            table = 42;
            atomic_store(&ready, 1);
        }
        pthread_mutex_unlock(&m);
    }
    return table == 42 ? 0 : &table;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
