// expect: safe, property race
// Each of any number of readers acquires what main released before it reads data.
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int flag;

void *reader(void *unused)
{
    if (atomic_load_explicit(&flag, memory_order_acquire))
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
