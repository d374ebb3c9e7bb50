// expect: unsafe, property race
// The test for room is made before the lock is taken: another worker is about to change the size.
#include <pthread.h>

struct queue {
    pthread_mutex_t lock;
    int size, limit;
};

struct queue queue = { PTHREAD_MUTEX_INITIALIZER, 0, 4 };

int has_room(struct queue *q)
{
    return q->size < q->limit;
}

void *worker(void *arg)
{
    struct queue *q = arg;
    if (has_room(q)) {
        pthread_mutex_lock(&q->lock);
        q->size++;
        pthread_mutex_unlock(&q->lock);
    }
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, &queue);
}
