// expect: unsafe
// The flag is not tested again under the mutex: workers 1 and 2 both see ready == 0, worker 1 initialises, then worker 2 finds started == 1.
#include <pthread.h>
#include <assert.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int started;
_Bool ready;

void *worker(void *arg)
{
    if (!ready) {
        pthread_mutex_lock(&m);
        assert(started == 0);
        started = 1;
        ready = 1;
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
