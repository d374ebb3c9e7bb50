// expect: unsafe
// The flag is raised first: a producer sets flag = 1, a consumer passes the spin loop and reads data == 0 before the producer writes 42.
#include <pthread.h>
#include <assert.h>

int data, flag;

void *producer(void *arg)
{
    flag = 1;
    data = 42;
    return 0;
}

void *consumer(void *arg)
{
    while (!flag)
        ;
    assert(data == 42);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1) {
        pthread_create(&t, 0, producer, 0);
        pthread_create(&t, 0, consumer, 0);
    }
}
