// expect: safe
// Double-checked initialisation with the flag written last: ready implies data == 7 under sequential consistency.
#include <pthread.h>
#include <assert.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int data;
_Bool ready;

void *worker(void *arg)
{
    if (!ready) {
        pthread_mutex_lock(&m);
        if (!ready) {
            data = 7;
            ready = 1;
        }
        pthread_mutex_unlock(&m);
    }
    assert(data == 7);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
