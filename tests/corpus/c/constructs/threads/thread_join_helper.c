// expect: safe
// A handle that another function sets again stands for the second thread.
#include <assert.h>
#include <pthread.h>

pthread_t thread;
int x;

void *first(void *unused)
{
    return 0;
}

void *second(void *unused)
{
    x = 1;
    return 0;
}

void start(void)
{
    pthread_create(&thread, 0, second, 0);
}

int main(void)
{
    pthread_create(&thread, 0, first, 0);
    start();
    pthread_join(thread, 0);
    assert(x == 1);
    return 0;
}
