// expect: unsafe, property race
// A try that fails takes no lock and so synchronizes with nothing.
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int flag;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *writer(void *unused)
{
    pthread_mutex_lock(&m);
    data = 1;
    pthread_mutex_unlock(&m);
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    pthread_mutex_lock(&m);
    atomic_store_explicit(&flag, 2, memory_order_relaxed);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    if (atomic_load_explicit(&flag, memory_order_relaxed)) {
        if (pthread_mutex_trylock(&m) != 0)
            return data;
    }
    return 0;
}
