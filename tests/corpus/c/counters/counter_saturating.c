// expect: safe
// Test and increment are one locked section, so value never passes its limit.
#include <pthread.h>
#include <assert.h>

enum { LIMIT = 3 };

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int value;

void *worker(void *arg)
{
    pthread_mutex_lock(&m);
    if (value < LIMIT)
        value = value + 1;
    assert(value <= LIMIT);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
