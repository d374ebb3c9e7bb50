// expect: unsafe
// The thread runs the function that the pointer has been set to.
#include <assert.h>
#include <pthread.h>

int x;

void *one(void *unused)
{
    return 0;
}

void *two(void *unused)
{
    assert(0);
}

void *(*chosen)(void *) = one;

int main(void)
{
    pthread_t thread;
    if (x == 0)
        chosen = two;
    pthread_create(&thread, 0, chosen, 0);
    return 0;
}
