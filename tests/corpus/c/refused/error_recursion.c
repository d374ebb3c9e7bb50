// expect: error recursion
// count_down calls itself, and calls are inlined.
#include <pthread.h>
#include <assert.h>

int s;

void count_down(int n)
{
    if (n > 0) {
        s = n;
        count_down(n - 1);
    }
}

void *worker(void *arg)
{
    count_down(3);
    assert(s >= 0);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
