// expect: safe, property race
// A queue with its lock, passed by pointer through two calls; the size is read by a function that the lock's holder calls.
#include <pthread.h>

struct queue {
    pthread_mutex_t lock;
    int size, limit;
};

struct queue queues[2];

int has_room(struct queue *q)
{
    return q->size < q->limit;
}

int push(struct queue *q)
{
    int done = 0;
    pthread_mutex_lock(&q->lock);
    if (has_room(q)) {
        q->size++;
        done = 1;
    }
    pthread_mutex_unlock(&q->lock);
    return done;
}

void *worker(void *arg)
{
    struct queue *q = arg;
    if (!push(q))
        push(&queues[1]);
    return 0;
}

int main(void)
{
    pthread_t t;
    for (int i = 0; i < 2; i++) {
        pthread_mutex_init(&queues[i].lock, 0);
        queues[i].limit = 4;
    }
    while (1)
        pthread_create(&t, 0, worker, &queues[0]);
}
