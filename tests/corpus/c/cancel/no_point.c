// expect: safe
// Without a point at which it may be cancelled, a thread comes to its end.
#include <assert.h>
#include <pthread.h>

int done;

void *run(void *unused)
{
    done = 1;
    return 0;
}

int main(void)
{
    pthread_t thread;
    void *result;
    pthread_create(&thread, 0, run, 0);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(done && result != PTHREAD_CANCELED);
    return 0;
}
