// expect: safe, property race
// The atomic state says who owns the box: 0 nobody, 1 a producer, 2 it is full, 3 a consumer; only owners touch it.
#include <pthread.h>
#include <stdatomic.h>

atomic_int state;
int box;

int move(int from, int to)
{
    int expected = from;
    return atomic_compare_exchange_strong(&state, &expected, to);
}

void *producer(void *unused)
{
    while (!move(0, 1))
        ;
    box = 7;
    atomic_store(&state, 2);
    return 0;
}

void *consumer(void *unused)
{
    while (!move(2, 3))
        ;
    box = 0;
    atomic_store(&state, 0);
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
