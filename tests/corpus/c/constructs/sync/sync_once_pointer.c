// expect: safe
// The function that runs once comes from a pointer.
#include <assert.h>
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
int x;

void one(void)
{
    x = 1;
}

void two(void)
{
    x = 2;
}

void (*routine)(void) = one;

int main(void)
{
    if (x == 0)
        routine = two;
    pthread_once(&once, routine);
    pthread_once(&once, one);
    assert(x == 2);
    return 0;
}
