// expect: unsafe
// Detaching does not wait: main looks before the worker has run.
#include <assert.h>
#include <pthread.h>

int done;

void *worker(void *unused)
{
    done = 1;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_detach(thread);
    assert(done == 1);
    return 0;
}
