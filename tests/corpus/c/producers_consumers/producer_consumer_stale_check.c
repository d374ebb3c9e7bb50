// expect: unsafe
// Consumers look at full before they lock: consumers 1 and 2 both see full == 1, consumer 1 takes the item, consumer 2 finds item == 0.
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
    if (full) {
        pthread_mutex_lock(&m);
        assert(item == 1);
        item = 0;
        full = 0;
        pthread_mutex_unlock(&m);
    }
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
