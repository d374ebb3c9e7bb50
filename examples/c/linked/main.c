// One of two files; see counter.yml.
#include "counter.h"
#include <pthread.h>

void *worker(void *unused)
{
    increment();
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
