// expect: error unsupported
// The variable that the thread gets the address of ends with its block.
#include <pthread.h>

void *worker(void *argument)
{
    int *p = argument;
    *p = 1;
    return 0;
}

int main(void)
{
    pthread_t t;
    {
        int x = 0;
        pthread_create(&t, 0, worker, &x);
    }
    return 0;
}
