// expect: unsafe, property race
// The readers that exist before the release store read the flag with a relaxed load, which acquires nothing.
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int flag;

void *reader(void *unused)
{
    if (atomic_load_explicit(&flag, memory_order_relaxed))
        return (void *)(long)data;
    return 0;
}

int main(void)
{
    pthread_t t;
    int started = 0;
    while (1) {
        pthread_create(&t, 0, reader, 0);
        if (!started) {
            data = 1;
            atomic_store_explicit(&flag, 1, memory_order_release);
            started = 1;
        }
    }
}
