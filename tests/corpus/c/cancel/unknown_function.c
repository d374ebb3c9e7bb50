// expect: unsafe
// A function without a body may be one at which a thread is cancelled.
#include <assert.h>
#include <pthread.h>

extern void wait_for_something(void);

int done;

void *run(void *unused)
{
    wait_for_something();
    done = 1;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    pthread_cancel(thread);
    pthread_join(thread, 0);
    assert(done);
    return 0;
}
