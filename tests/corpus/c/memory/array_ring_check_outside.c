// expect: unsafe
// The producer looks for room before it takes the mutex: producers 1 and 2 both see count == 1, producer 1 fills cell
// 1, producer 2 puts into cell 0, which is still full.
#include <pthread.h>
#include <assert.h>

enum { SIZE = 2 };

struct ring {
    pthread_mutex_t lock;
    int cells[SIZE];
    unsigned head, count;
};

struct ring ring = { .lock = PTHREAD_MUTEX_INITIALIZER, .cells = { [0] = 1 }, .count = 1 };

void put(struct ring *r)
{
    if (r->count >= SIZE)
        return;
    pthread_mutex_lock(&r->lock);
    unsigned tail = (r->head + r->count) % SIZE;
    assert(r->cells[tail] == 0);
    r->cells[tail] = 1;
    r->count++;
    pthread_mutex_unlock(&r->lock);
}

void *producer(void *arg)
{
    put(arg);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, producer, &ring);
}
