// expect: unsafe, property race
// What is read is written.
#include <pthread.h>
#include <stdio.h>

int x;

static void *worker(void *argument)
{
    scanf("%d", &x);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    return x;
}
