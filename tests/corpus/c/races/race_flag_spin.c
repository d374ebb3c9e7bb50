// expect: unsafe, property race
// The flag is a plain int: the consumer is about to read it while the producer is about to write it.
#include <pthread.h>

struct channel {
    int data, ready;
};

struct channel channel;

void *producer(void *unused)
{
    channel.data = 1;
    channel.ready = 1;
    return 0;
}

void *consumer(void *unused)
{
    while (!channel.ready)
        ;
    return 0;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, 0, producer, 0);
    pthread_create(&t2, 0, consumer, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
