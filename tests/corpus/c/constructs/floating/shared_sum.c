// expect: unknown
// A sum of floating-point numbers is approximated: the numbers that it really has are all above zero.
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
