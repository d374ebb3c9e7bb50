// expect: safe, property race
// Taking a ticket orders nothing, but the load of serving acquires what the store before it released.
#include <pthread.h>
#include <stdatomic.h>

int counter;
atomic_uint next, serving;

void *worker(void *unused)
{
    unsigned mine = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
    while (atomic_load_explicit(&serving, memory_order_acquire) != mine) {
    }
    counter++;
    atomic_store_explicit(&serving, mine + 1, memory_order_release);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    return 0;
}
