// expect: unknown
// A thread that may be cancelled at any time is one whose joins may return early.
#include <assert.h>
#include <pthread.h>

int done;

void *run(void *unused)
{
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, 0);
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
