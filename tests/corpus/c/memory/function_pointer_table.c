// expect: safe
// Whichever handler of the table runs, under the mutex, it keeps value between 0 and 3.
#include <pthread.h>
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int value;

int up(int v)
{
    return v < 3 ? v + 1 : v;
}

int down(int v)
{
    return v > 0 ? v - 1 : v;
}

struct handler {
    const char *name;
    int (*run)(int);
};

const struct handler handlers[2] = { { .name = "up", .run = up }, { .name = "down", .run = down } };

void *worker(void *unused)
{
    unsigned i = __VERIFIER_nondet_uint() % 2;
    pthread_mutex_lock(&m);
    value = handlers[i].run(value);
    assert(value >= 0 && value <= 3);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
