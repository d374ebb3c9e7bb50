// expect: unsafe
// The worker is ended from outside, so it never writes; its cleanup handler does.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

int x;

void handler(void *unused)
{
    x = 2;
}

void *worker(void *unused)
{
    pthread_cleanup_push(handler, 0);
    pause();
    x = 1;
    pthread_cleanup_pop(0);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_cancel(thread);
    pthread_join(thread, 0);
    assert(x != 2);
    return 0;
}
