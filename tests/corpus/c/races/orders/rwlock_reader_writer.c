// expect: safe, property race
// A writer's lock synchronizes with the unlock of the readers before it.
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int flag;
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

void *writer(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    data = 1;
    pthread_rwlock_unlock(&lock);
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    if (atomic_load_explicit(&flag, memory_order_relaxed)) {
        pthread_rwlock_wrlock(&lock);
        return data;
    }
    return 0;
}
