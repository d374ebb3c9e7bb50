// expect: safe
// A slot of one item: full and item change together under the mutex, so a consumer that sees full finds the item.
#include <pthread.h>
#include <assert.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int full, item;

void *producer(void *arg)
{
    pthread_mutex_lock(&m);
    if (!full) {
        item = 1;
        full = 1;
    }
    pthread_mutex_unlock(&m);
    return 0;
}

void *consumer(void *arg)
{
    pthread_mutex_lock(&m);
    if (full) {
        assert(item == 1);
        item = 0;
        full = 0;
    }
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1) {
        pthread_create(&t, 0, producer, 0);
        pthread_create(&t, 0, consumer, 0);
    }
}
