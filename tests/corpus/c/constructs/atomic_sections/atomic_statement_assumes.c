// expect: unsafe, flags --granularity statement
// A statement that assumes something may wait for it, and is several steps.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);

int x, y;

void *worker(void *unused)
{
    int sum = y + (__VERIFIER_assume(x == 1), y);
    assert(sum == 2);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    y = 1;
    x = 1;
    return 0;
}
