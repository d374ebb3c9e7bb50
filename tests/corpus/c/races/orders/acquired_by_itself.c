// expect: safe, property race
// A read-modify-write that reads what a release store wrote happens after all that the storing thread did before (C11 5.1.2.4p11),
// also after its plain read of the same variable; a comparison that fails only reads.
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
    __atomic_compare_exchange_n(&shared, &expected, 2, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
    return 0;
}
