// expect: error recursion
// Only main calls a recursive function, but any number of threads may be started.
#include <assert.h>
#include <pthread.h>

int x;

int count(int n) { return n == 0 ? 0 : 1 + count(n - 1); }

void *worker(void *unused)
{
    x = 1;
    return 0;
}

int main(void)
{
    pthread_t t;
    assert(count(2) == 2);
    while (1)
        pthread_create(&t, 0, worker, 0);
}
