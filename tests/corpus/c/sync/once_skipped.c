// expect: unsafe
// A fast path by a flag that is raised too early: worker 1 has set started, worker 2 skips pthread_once and reads data == 0.
#include <assert.h>
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
int started, data;

void init(void)
{
    started = 1;
    data = 7;
}

void *worker(void *unused)
{
    if (!started)
        pthread_once(&once, init);
    assert(data == 7);
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
