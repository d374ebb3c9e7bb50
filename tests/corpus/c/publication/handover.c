// expect: safe
// Every producer writes the data before it raises the flag, and nothing else is ever written, so a raised flag implies data == 42.
#include <pthread.h>
#include <assert.h>

int data, flag;

void *producer(void *arg)
{
    data = 42;
    flag = 1;
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
