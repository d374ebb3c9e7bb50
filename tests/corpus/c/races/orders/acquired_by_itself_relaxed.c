// expect: unsafe, property race
// A relaxed read-modify-write does not happen after what the storing thread did before.
#include <pthread.h>

int shared;

static void *worker(void *argument)
{
    int seen = shared;
    __atomic_store_n(&shared, 1, __ATOMIC_RELEASE);
    return 0;
}

int main(void)
{
    pthread_t t;
    int expected = 1;
    pthread_create(&t, 0, worker, 0);
    __atomic_compare_exchange_n(&shared, &expected, 2, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return 0;
}
