// expect: error unsupported, property race
// `__atomic_clear` stores to the first byte of an object only; the rest of a wider one stays.
#include <pthread.h>

int flag;

static void *worker(void *argument)
{
    __atomic_clear(&flag, __ATOMIC_RELAXED);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    __atomic_clear(&flag, __ATOMIC_RELAXED);
    return 0;
}
