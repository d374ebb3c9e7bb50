// expect: unsafe
// The copy is one of the other thread.
#include <assert.h>
#include <pthread.h>

int done;

void *run(void *which)
{
    if (which)
        done = 1;
    return 0;
}

static pthread_t start(void *which)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, which);
    return thread;
}

int main(void)
{
    int here;
    pthread_t one = start(&here), other = start(0);
    pthread_t copy = other;
    pthread_join(copy, 0);
    assert(done);
    pthread_join(one, 0);
    return 0;
}
