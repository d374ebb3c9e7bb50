// expect: safe, property race
// The flag is set under the mutex that the wait locks again, so what comes before it happens before.
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int ready;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

void *writer(void *unused)
{
    data = 1;
    pthread_mutex_lock(&m);
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    ;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    pthread_mutex_lock(&m);
    while (!atomic_load_explicit(&ready, memory_order_relaxed))
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return data;
}
