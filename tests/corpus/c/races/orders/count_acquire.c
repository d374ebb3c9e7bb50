// expect: unsafe, property race
// The decrements only acquire: there is nothing released to acquire.
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int references = 2;

void drop(int value)
{
    if (atomic_fetch_sub_explicit(&references, 1, memory_order_acquire) == 1) {
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
