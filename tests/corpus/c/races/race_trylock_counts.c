// expect: safe, property race
// Who gets the lock counts in plain memory; who does not counts the miss with an atomic operation.
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int hits;
atomic_int misses;

void *worker(void *unused)
{
    if (pthread_mutex_trylock(&m) == 0) {
        hits++;
        pthread_mutex_unlock(&m);
    } else {
        atomic_fetch_add(&misses, 1);
    }
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
