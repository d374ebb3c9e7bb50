// expect: safe, property race
// The last one to drop its reference acquires what the others released when they dropped theirs.
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int references = 2;

void drop(int value)
{
    if (atomic_fetch_sub_explicit(&references, 1, memory_order_acq_rel) == 1) {
        data = 0;
    }
}

void *other(void *unused)
{
    int seen = data;
    drop(seen);
    return 0;
}

int main(void)
{
    pthread_t t;
    data = 1;
    pthread_create(&t, 0, other, 0);
    int seen = data;
    drop(seen);
    return 0;
}
