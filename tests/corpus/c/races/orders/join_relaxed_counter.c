// expect: safe, property race
// The counter is atomic, and main reads data only after it has joined the only thread that writes it (C11 7.26.5.6p2).
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int counter;

void *worker(void *unused)
{
    data = 1;
    atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    return data + atomic_load_explicit(&counter, memory_order_relaxed);
}
