// expect: unsafe, property race
// A relaxed clear releases nothing, so the write of this owner is not ordered before the next one's.
#include <pthread.h>
#include <stdatomic.h>

int counter;
atomic_flag held = ATOMIC_FLAG_INIT;

void *worker(void *unused)
{
    while (atomic_flag_test_and_set_explicit(&held, memory_order_acquire)) {
    }
    counter++;
    atomic_flag_clear_explicit(&held, memory_order_relaxed);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
