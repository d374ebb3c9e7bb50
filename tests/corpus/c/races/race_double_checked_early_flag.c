// expect: unsafe, property race
// The atomic flag is set before the table is filled: another worker is about to read the table meanwhile.
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
            atomic_store(&ready, 1);
            table = 42;
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
