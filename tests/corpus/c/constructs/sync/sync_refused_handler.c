// expect: error unsupported
// Which function cleans up is not known by name.
#include <assert.h>
#include <pthread.h>

int x;

void one(void *unused)
{
    x = 1;
}

void two(void *unused)
{
    x = 2;
}

void (*handler)(void *) = one;

int main(void)
{
    if (x == 0)
        handler = two;
    pthread_cleanup_push(handler, 0);
    pthread_exit(0);
    pthread_cleanup_pop(0);
    return 0;
}
