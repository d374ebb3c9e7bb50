// expect: safe
// Two reads of what another thread counts up: the second is never smaller.
#include <pthread.h>

int x, before, after;

void *one(void *unused)
{
    x = 1;
    x = 2;
    x = 3;
    return 0;
}

void *two(void *unused)
{
    before = x;
    after = x;
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
