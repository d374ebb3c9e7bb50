// expect: error syntax
// The closing parenthesis of the while condition is missing.
#include <pthread.h>
#include <assert.h>

int s;

void *worker(void *arg)
{
    while (s != 0
        ;
    assert(s == 0);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
