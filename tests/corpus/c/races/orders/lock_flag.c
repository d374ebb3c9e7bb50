// expect: safe, property race
// Each owner acquires what the clear before it released.
#include <pthread.h>
#include <stdatomic.h>

int counter;
atomic_flag held = ATOMIC_FLAG_INIT;

void *worker(void *unused)
{
    while (atomic_flag_test_and_set_explicit(&held, memory_order_acquire)) {
    }
    counter++;
    atomic_flag_clear_explicit(&held, memory_order_release);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
