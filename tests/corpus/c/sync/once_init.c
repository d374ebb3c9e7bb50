// expect: safe
// One worker initialises, and nobody gets past pthread_once before it is done.
#include <assert.h>
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
int started, data;

void init(void)
{
    started = started + 1;
    data = 7;
}

void *worker(void *unused)
{
    pthread_once(&once, init);
    assert(started == 1 && data == 7);
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
