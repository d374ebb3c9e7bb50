// expect: unsafe
// Increment and decrement are locked separately: worker 1 increments and unlocks, worker 2 locks and finds value == 1.
#include <pthread.h>
#include <assert.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int value;

void *worker(void *arg)
{
    pthread_mutex_lock(&m);
    assert(value == 0);
    value++;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    value--;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
