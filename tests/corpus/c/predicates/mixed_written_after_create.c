// expect: unsafe
// A worker copies s == 0, main then adds 1 to s after the creation, and the worker compares its copy 0 with s == 1.
#include <pthread.h>
#include <assert.h>

int s;

void *worker(void *arg)
{
    int l = s;
    assert(s == l);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1) {
        pthread_create(&t, 0, worker, 0);
        s = s + 1;
    }
}
