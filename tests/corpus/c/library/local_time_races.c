// expect: unsafe, property race
// All threads share what `localtime` returns.
#include <pthread.h>
#include <time.h>

static void *worker(void *argument)
{
    time_t now = 0;
    localtime(&now);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    worker(0);
}
