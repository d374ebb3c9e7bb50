// expect: unsafe
// The pointer is written first: worker 1 publishes it, worker 2 sees it and reads port == 0.
#include <pthread.h>
#include <assert.h>

struct service {
    int port;
};

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
struct service service;
struct service *instance;

struct service *get(void)
{
    if (__atomic_load_n(&instance, __ATOMIC_SEQ_CST) == 0) {
        pthread_mutex_lock(&m);
        if (__atomic_load_n(&instance, __ATOMIC_SEQ_CST) == 0) {
            __atomic_store_n(&instance, &service, __ATOMIC_SEQ_CST);
            service.port = 80;
        }
        pthread_mutex_unlock(&m);
    }
    return __atomic_load_n(&instance, __ATOMIC_SEQ_CST);
}

void *worker(void *unused)
{
    assert(get()->port == 80);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
