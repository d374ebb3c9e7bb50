// expect: safe
// A thread starts and joins another one.
#include <pthread.h>

int x;
pthread_t inner;

void *two(void *unused)
{
    x = x * 2;
    return 0;
}

void *one(void *unused)
{
    x = x + 1;
    pthread_create(&inner, 0, two, 0);
    x = x + 3;
    pthread_join(inner, 0);
    x = x + 10;
    return 0;
}

int main(void)
{
    pthread_t outer;
    pthread_create(&outer, 0, one, 0);
    x = x + 100;
    pthread_join(outer, 0);
    return 0;
}
