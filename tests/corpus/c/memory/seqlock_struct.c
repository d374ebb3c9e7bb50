// expect: safe
// The one writer makes the sequence odd while it writes; a reader that sees the same even sequence before and after
// has read both values of one version.
#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>

struct sample {
    atomic_uint sequence;
    atomic_int a, b;
};

struct sample sample;

void *writer(void *unused)
{
    atomic_store(&sample.sequence, 1);
    atomic_store(&sample.a, 5);
    atomic_store(&sample.b, 5);
    atomic_store(&sample.sequence, 2);
    return 0;
}

void *reader(void *unused)
{
    unsigned before = atomic_load(&sample.sequence);
    int a = atomic_load(&sample.a);
    int b = atomic_load(&sample.b);
    if (before % 2 == 0 && atomic_load(&sample.sequence) == before)
        assert(a == b);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    while (1)
        pthread_create(&t, 0, reader, 0);
}
