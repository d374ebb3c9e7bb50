// expect: safe
// Double-checked locking with a pointer that is written last: once it is not null, port is 80.
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
            service.port = 80;
            __atomic_store_n(&instance, &service, __ATOMIC_SEQ_CST);
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
