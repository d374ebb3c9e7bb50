// expect: unsafe
// Worker 1 reads 0 and writes 1, worker 2 reads 1 and writes 2, then worker 1 asserts value == 1.
#include <pthread.h>
#include <assert.h>

int value;

void *worker(void *arg)
{
    int before;
    before = value;
    value = before + 1;
    assert(value == before + 1);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
