// expect: safe
// Atomic operations of every kind on one variable.
#include <pthread.h>

unsigned value = 6;
unsigned old_one, old_two;

void *one(void *unused)
{
    old_one = __sync_fetch_and_add(&value, 5);
    __sync_fetch_and_and(&value, 13);
    return 0;
}

void *two(void *unused)
{
    old_two = __sync_fetch_and_sub(&value, 2);
    __sync_fetch_and_or(&value, 16);
    return 0;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, one, 0);
    pthread_create(&second, 0, two, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
