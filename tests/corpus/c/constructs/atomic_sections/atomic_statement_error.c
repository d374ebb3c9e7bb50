// expect: safe, flags --granularity statement
// An error function does not make a statement several steps, although it has a body.
#include <assert.h>
#include <pthread.h>

int x, y;

void reach_error(void)
{
    assert(0);
}

void *worker(void *unused)
{
    x == y || (reach_error(), 0);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    x = y = 1;
    return 0;
}
