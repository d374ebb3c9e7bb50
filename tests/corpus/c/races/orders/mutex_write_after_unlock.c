// expect: unsafe, property race
// data is written after the unlock that main's lock synchronizes with.
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int flag;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *writer(void *unused)
{
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    if (atomic_load_explicit(&flag, memory_order_relaxed)) {
        pthread_mutex_lock(&m);
        pthread_mutex_unlock(&m);
        return data;
    }
    return 0;
}
