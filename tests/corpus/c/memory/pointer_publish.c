// expect: safe
// The pointer is published after the struct is filled, and readers look whether it is null before they follow it.
#include <pthread.h>
#include <assert.h>
#include <stddef.h>

struct config {
    int low, high;
};

struct config config, *current;

void *writer(void *unused)
{
    config.low = 2;
    config.high = 3;
    __atomic_store_n(&current, &config, __ATOMIC_RELEASE);
    return 0;
}

void *reader(void *unused)
{
    struct config *c = __atomic_load_n(&current, __ATOMIC_ACQUIRE);
    if (c != NULL)
        assert(c->low < c->high);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    while (1)
        pthread_create(&t, 0, reader, 0);
}
