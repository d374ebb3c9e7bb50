// expect: safe
// Writers switch between two complete versions; a reader takes the pointer once and reads both members of one version.
#include <pthread.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct config {
    int low, high;
};

struct config versions[2] = { { .low = 1, .high = 1 }, { .low = 2, .high = 2 } };
struct config *current = &versions[0];

void *writer(void *unused)
{
    if (__VERIFIER_nondet_int())
        __atomic_store_n(&current, &versions[0], __ATOMIC_SEQ_CST);
    else
        __atomic_store_n(&current, &versions[1], __ATOMIC_SEQ_CST);
    return 0;
}

void *reader(void *unused)
{
    struct config *c = __atomic_load_n(&current, __ATOMIC_SEQ_CST);
    assert(c->low == c->high);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1) {
        pthread_create(&t, 0, writer, 0);
        pthread_create(&t, 0, reader, 0);
    }
}
