// expect: safe
// A copy of a handle means the same thread.
#include <assert.h>
#include <pthread.h>

int done;

void *run(void *unused)
{
    done = 1;
    return 0;
}

static void wait_for(pthread_t thread)
{
    pthread_join(thread, 0);
}

static pthread_t start(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    return thread;
}

int main(void)
{
    pthread_t copy = start();
    wait_for(copy);
    assert(done);
    return 0;
}
