// expect: safe
// A thread and main are in a recursive function at the same time, each with its own variables.
#include <assert.h>
#include <pthread.h>

int done;

int count(int n) { return n == 0 ? 0 : 1 + count(n - 1); }

void *worker(void *argument)
{
    int *to = argument;
    *to = count(2);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, &done);
    assert(count(3) == 3);
    pthread_join(t, 0);
    assert(done == 2);
    return 0;
}
