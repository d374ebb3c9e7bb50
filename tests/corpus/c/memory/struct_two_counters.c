// expect: safe
// Each counter carries its own mutex, and whoever changes its value holds that mutex.
#include <pthread.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct counter {
    pthread_mutex_t lock;
    int value;
};

struct counter hits = { PTHREAD_MUTEX_INITIALIZER, 0 };
struct counter misses = { PTHREAD_MUTEX_INITIALIZER, 0 };

void increment(struct counter *c)
{
    pthread_mutex_lock(&c->lock);
    int before = c->value;
    c->value = before + 1;
    assert(c->value == before + 1);
    pthread_mutex_unlock(&c->lock);
}

void *worker(void *unused)
{
    if (__VERIFIER_nondet_int())
        increment(&hits);
    else
        increment(&misses);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
