// expect: unsafe, flags --granularity statement
// A statement that calls functions of the program is several steps: x changes between the two calls.
#include <assert.h>
#include <pthread.h>

int x;

int look(void)
{
    return x;
}

void *worker(void *unused)
{
    int sum = look() + look();
    assert(sum != 1);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    x = 1;
    return 0;
}
