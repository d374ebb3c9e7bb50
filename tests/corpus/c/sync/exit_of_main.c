// expect: unsafe
// Main exits, its threads go on: one reads x == 1 and writes 2, the other one then finds 2.
#include <assert.h>
#include <pthread.h>

int x;

void *worker(void *unused)
{
    assert(x < 2);
    x = x + 1;
    return 0;
}

int main(void)
{
    pthread_t one, two;
    x = 1;
    pthread_create(&one, 0, worker, 0);
    pthread_create(&two, 0, worker, 0);
    pthread_exit(0);
}
