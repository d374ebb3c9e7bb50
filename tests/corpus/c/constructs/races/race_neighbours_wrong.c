// expect: unsafe, property race
// The late thread reads what main writes meanwhile.
#include <pthread.h>

int first, second, third;

void *worker(void *unused)
{
    first = third;
    third = 2;
    return 0;
}

void *late(void *unused)
{
    second = third;
    return 0;
}

int main(void)
{
    pthread_t one, two;
    first = second = third = 1;
    pthread_create(&one, 0, worker, 0);
    second = 2;
    pthread_join(one, 0);
    pthread_create(&two, 0, late, 0);
    third = first;
    pthread_join(two, 0);
    first = second;
    return 0;
}
