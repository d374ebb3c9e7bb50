// expect: unknown
// A thread that may be detached is not certain to be waited for.
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
    pthread_t threads[2], *which = &threads[0];
    pthread_create(which, 0, run, 0);
    pthread_detach(*which);
    pthread_join(*which, 0);
    assert(done);
    return 0;
}
