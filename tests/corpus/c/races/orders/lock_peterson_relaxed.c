// expect: unsafe, property race
// The relaxed load of wants that reads 0 does not acquire the other's write of the counter.
#include <pthread.h>
#include <stdatomic.h>

int counter;
atomic_int wants[2], turn;

void enter(int me)
{
    atomic_store_explicit(&wants[me], 1, memory_order_seq_cst);
    atomic_store_explicit(&turn, 1 - me, memory_order_seq_cst);
    while (atomic_load_explicit(&wants[1 - me], memory_order_relaxed) && atomic_load_explicit(&turn, memory_order_seq_cst) == 1 - me) {
    }
}

void *first(void *unused)
{
    enter(0);
    counter++;
    atomic_store_explicit(&wants[0], 0, memory_order_release);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, first, 0);
    enter(1);
    counter++;
    atomic_store_explicit(&wants[1], 0, memory_order_release);
    return 0;
}
