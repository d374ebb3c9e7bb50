// expect: safe
// Each worker increments and decrements within one locked section, so value is 0 whenever the mutex is free.
#include <pthread.h>
#include <assert.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int value;

void *worker(void *arg)
{
    while (1) {
        pthread_mutex_lock(&m);
        assert(value == 0);
        value++;
        assert(value == 1);
        value--;
        pthread_mutex_unlock(&m);
    }
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
