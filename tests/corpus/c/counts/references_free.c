// expect: safe, flags --threads 4
// The object is freed with its last reference, and nobody gets it after that.
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

extern void __VERIFIER_assume(int);

struct object {
    int references, value;
};

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
struct object *current;

struct object *get(void)
{
    pthread_mutex_lock(&m);
    struct object *o = current;
    if (o != 0) {
        __VERIFIER_assume(o->references != INT_MAX);
        o->references++;
    }
    pthread_mutex_unlock(&m);
    return o;
}

void put(struct object *o)
{
    pthread_mutex_lock(&m);
    if (--o->references == 0) {
        current = 0;
        free(o);
    }
    pthread_mutex_unlock(&m);
}

void *user(void *unused)
{
    struct object *o = get();
    if (o != 0) {
        assert(o->value == 5);
        put(o);
    }
    return 0;
}

int main(void)
{
    pthread_t t;
    struct object *o = malloc(sizeof *o);
    if (o == 0)
        return 1;
    o->references = 1;
    o->value = 5;
    current = o;
    pthread_create(&t, 0, user, 0);
    put(o);
    while (1)
        pthread_create(&t, 0, user, 0);
}
