// expect: safe
// The count cells from head on are full and the others empty, whenever the mutex is free.
#include <pthread.h>
#include <assert.h>

enum { SIZE = 2 };

struct ring {
    pthread_mutex_t lock;
    int cells[SIZE];
    unsigned head, count;
};

struct ring ring = { .lock = PTHREAD_MUTEX_INITIALIZER };

void *producer(void *unused)
{
    pthread_mutex_lock(&ring.lock);
    if (ring.count < SIZE) {
        unsigned tail = (ring.head + ring.count) % SIZE;
        assert(ring.cells[tail] == 0);
        ring.cells[tail] = 1;
        ring.count++;
    }
    pthread_mutex_unlock(&ring.lock);
    return 0;
}

void *consumer(void *unused)
{
    pthread_mutex_lock(&ring.lock);
    if (ring.count > 0) {
        assert(ring.cells[ring.head] == 1);
        ring.cells[ring.head] = 0;
        ring.head = (ring.head + 1) % SIZE;
        ring.count--;
    }
    pthread_mutex_unlock(&ring.lock);
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
