// expect: unsafe, property race
// Having read the relaxed counter is no join: it orders nothing.
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
    while (atomic_load_explicit(&counter, memory_order_relaxed) == 0) {
    }
    return data;
}
