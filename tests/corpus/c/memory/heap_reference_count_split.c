// expect: unsafe
// Counting down and looking at the count are apart: worker 1 counts to 1, worker 2 counts to 0 and frees, worker 1
// reads the count of the freed object.
#include <pthread.h>
#include <assert.h>
#include <stdlib.h>

struct object {
    int references;
    int value;
};

void release(struct object *o)
{
    __sync_fetch_and_sub(&o->references, 1);
    if (o->references == 0)
        free(o);
}

void *worker(void *arg)
{
    struct object *o = arg;
    assert(o->value == 7);
    release(o);
    return 0;
}

int main(void)
{
    pthread_t t1, t2;
    struct object *o = malloc(sizeof *o);
    if (o == 0)
        return 1;
    o->references = 2;
    o->value = 7;
    pthread_create(&t1, 0, worker, o);
    pthread_create(&t2, 0, worker, o);
    return 0;
}
