// expect: safe
// A thread that runs for ever and may be cancelled at any time.
#include <assert.h>
#include <pthread.h>

int steps;

void *run(void *unused)
{
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, 0);
    for (;;)
        steps = 1;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    pthread_cancel(thread);
    pthread_join(thread, 0);
    assert(steps == 0 || steps == 1);
    return 0;
}
