// expect: safe
// A thread starts another one and hands on what it was given; both see what was written before they were started.
#include <assert.h>
#include <pthread.h>

int x, y;

void *second(void *argument)
{
    assert(x == 1 && *(int *)argument == 2);
    y = 3;
    return 0;
}

void *first(void *argument)
{
    pthread_t thread;
    assert(x == 1);
    y = 2;
    pthread_create(&thread, 0, second, argument);
    return 0;
}

int main(void)
{
    pthread_t thread;
    x = 1;
    pthread_create(&thread, 0, first, &y);
    pthread_join(thread, 0);
    assert(y == 2 || y == 3);
    return 0;
}
