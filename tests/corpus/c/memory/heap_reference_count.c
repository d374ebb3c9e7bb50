// expect: safe
// Counting down and finding zero are one step, so only the last owner frees the object.
#include <pthread.h>
#include <assert.h>
#include <stdlib.h>

struct object {
    int references;
    int value;
};

void release(struct object *o)
{
    if (__sync_sub_and_fetch(&o->references, 1) == 0)
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
