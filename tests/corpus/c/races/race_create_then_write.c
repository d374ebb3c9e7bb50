// expect: unsafe, property race
// Main sets limit after it has created the worker: main is about to write it while the worker is about to read it.
#include <pthread.h>

struct options {
    int limit, used;
};

struct options options;

void *worker(void *arg)
{
    struct options *o = arg;
    o->used = o->limit;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, &options);
    options.limit = 3;
    pthread_join(t, 0);
    return 0;
}
