// expect: safe
// A counter that is changed by compare-and-swap in a loop loses nothing, the one beside it does.
#include <pthread.h>

unsigned counter;
int careless;

void *one(void *unused)
{
    unsigned old;
    do
        old = counter;
    while (!__sync_bool_compare_and_swap(&counter, old, old + 1));
    careless++;
    return 0;
}

void *two(void *unused)
{
    unsigned old;
    do
        old = counter;
    while (!__sync_bool_compare_and_swap(&counter, old, old + 3));
    careless += 2;
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
