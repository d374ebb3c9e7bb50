// expect: unsafe
// The thread may be cancelled while it sleeps.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

int done;

void *run(void *unused)
{
    int before;
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &before);
    assert(before == PTHREAD_CANCEL_ENABLE);
    sleep(1);
    done = 1;
    pthread_setcancelstate(before, 0);
    pthread_testcancel();
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
