// expect: safe, property race
// Main fills the options, lets the workers start by an atomic flag, and does not touch them again.
#include <pthread.h>
#include <stdatomic.h>

struct options {
    int depth, width;
} options;

atomic_int started;

void *worker(void *unused)
{
    while (!atomic_load(&started))
        ;
    return options.depth + options.width == 7 ? 0 : &options;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    options.depth = 3;
    options.width = 4;
    atomic_store(&started, 1);
    while (1)
        pthread_create(&t, 0, worker, 0);
}
