// expect: safe
// A thread starts another one that nobody waits for.
#include <pthread.h>

int x;

void *two(void *unused)
{
    x = x * 2;
    return 0;
}

void *one(void *unused)
{
    pthread_t inner;
    x = x + 1;
    pthread_create(&inner, 0, two, 0);
    x = x + 3;
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
