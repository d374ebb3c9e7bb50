// expect: error unsupported
// The shared sum is a floating-point number.
#include <pthread.h>
#include <assert.h>

float sum;

void *worker(void *arg)
{
    sum = sum + 0.5f;
    assert(sum > 0.0f);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
