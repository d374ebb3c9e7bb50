// expect: unsafe
// The function runs before main and starts a thread.
#include <assert.h>
#include <pthread.h>

int x;

void *worker(void *unused)
{
    x = 1;
    return 0;
}

__attribute__((constructor(101))) static void start(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
}

int main(void)
{
    assert(x == 0);
    return 0;
}
