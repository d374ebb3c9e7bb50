// expect: safe, property race
// The flag is atomic and is raised after the plain write: nobody is about to read data while the producer is about to
// write it, and the readers do not write.
#include <pthread.h>
#include <stdatomic.h>

struct channel {
    int data;
    atomic_int ready;
};

struct channel channel;

void *producer(void *unused)
{
    channel.data = 1;
    atomic_store(&channel.ready, 1);
    return 0;
}

void *consumer(void *unused)
{
    int seen = 0;
    if (atomic_load(&channel.ready))
        seen = channel.data;
    return (void *)(long)seen;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, producer, 0);
    while (1)
        pthread_create(&t, 0, consumer, 0);
}
