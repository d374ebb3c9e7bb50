// expect: unsafe, property race
// The producer hands the box over before it has filled it: a consumer is about to empty it at the same time.
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
    atomic_store(&state, 2);
    box = 7;
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
