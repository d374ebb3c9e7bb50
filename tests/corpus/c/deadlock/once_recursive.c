// expect: unsafe, property deadlock
// The function that runs once waits for its own end.
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
int x;

void inner(void)
{
    x++;
}

void outer(void)
{
    pthread_once(&once, inner);
}

void *worker(void *arg)
{
    pthread_once(&once, outer);
    return 0;
}

int main(void)
{
    while (1) {
        pthread_t t0;
        pthread_create(&t0, 0, worker, 0);
    }
}
