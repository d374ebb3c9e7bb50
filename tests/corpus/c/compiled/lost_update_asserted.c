// expect: unsafe
// One of two increments can get lost.
#include <assert.h>
#include <pthread.h>

int value;

void *one(void *unused)
{
    value++;
    return 0;
}

void *two(void *unused)
{
    value++;
    return 0;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, one, 0);
    pthread_create(&second, 0, two, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(value == 2);
    return 0;
}
