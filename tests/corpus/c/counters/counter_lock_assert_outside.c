// expect: unsafe
// The assertion stands after the unlock: worker 1 writes 1 and unlocks, worker 2 writes 2, worker 1 asserts value == 1.
#include <pthread.h>
#include <assert.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int value;

void *worker(void *arg)
{
    int before;
    pthread_mutex_lock(&m);
    before = value;
    value = before + 1;
    pthread_mutex_unlock(&m);
    assert(value == before + 1);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
