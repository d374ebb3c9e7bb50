// expect: unsafe
// A thread that calls `exit` runs what was registered.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int done;

static void last(void)
{
    assert(done);
}

void *run(void *unused)
{
    exit(0);
}

int main(void)
{
    pthread_t thread;
    atexit(last);
    pthread_create(&thread, 0, run, 0);
    pthread_join(thread, 0);
    done = 1;
    return 0;
}
