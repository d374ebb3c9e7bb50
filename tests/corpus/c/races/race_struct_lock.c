// expect: safe, property race
// Every access to the value of a counter holds the mutex of that counter.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

struct counter {
    pthread_mutex_t lock;
    int value;
};

struct counter counters[2] = {
    { PTHREAD_MUTEX_INITIALIZER, 0 },
    { PTHREAD_MUTEX_INITIALIZER, 0 },
};

void increment(struct counter *c)
{
    pthread_mutex_lock(&c->lock);
    c->value++;
    pthread_mutex_unlock(&c->lock);
}

void *worker(void *unused)
{
    increment(__VERIFIER_nondet_int() ? &counters[0] : &counters[1]);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
