// expect: safe, property race
// Main writes limit before there is any worker, and the workers only read it.
#include <pthread.h>

struct options {
    int limit, used;
};

struct options options;

void *worker(void *arg)
{
    struct options *o = arg;
    return o->limit == 3 ? 0 : arg;
}

int main(void)
{
    pthread_t t;
    options.limit = 3;
    options.used = 0;
    while (1)
        pthread_create(&t, 0, worker, &options);
}
