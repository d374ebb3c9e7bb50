// expect: safe
// One object from the heap is handed to every thread; its value changes under its own mutex.
#include <pthread.h>
#include <assert.h>
#include <stdlib.h>

struct counter {
    pthread_mutex_t lock;
    int value;
};

void *worker(void *arg)
{
    struct counter *c = arg;
    pthread_mutex_lock(&c->lock);
    int before = c->value;
    c->value = before + 1;
    assert(c->value == before + 1);
    pthread_mutex_unlock(&c->lock);
    return 0;
}

int main(void)
{
    pthread_t t;
    struct counter *c = malloc(sizeof(struct counter));
    if (c == 0)
        return 1;
    pthread_mutex_init(&c->lock, 0);
    c->value = 0;
    while (1)
        pthread_create(&t, 0, worker, c);
}
