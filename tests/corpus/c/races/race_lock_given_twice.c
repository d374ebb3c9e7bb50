// expect: unsafe, property race
// The giver both hands the lock over and releases it: a taker and the next giver are about to change data.
#include <pthread.h>
#include <stdatomic.h>

atomic_int locked, given;
int data;

void *giver(void *unused)
{
    while (atomic_exchange(&locked, 1))
        ;
    data++;
    atomic_store(&given, 1);
    atomic_store(&locked, 0);
    return 0;
}

void *taker(void *unused)
{
    while (atomic_exchange(&given, 0) == 0)
        ;
    data--;
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1) {
        pthread_create(&t, 0, giver, 0);
        pthread_create(&t, 0, taker, 0);
    }
}
