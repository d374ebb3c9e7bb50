// expect: unsafe
// The flag is written first: worker 1 sets ready, worker 2 skips the whole block and reads data == 0 before worker 1 writes 7.
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
            ready = 1;
            data = 7;
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
