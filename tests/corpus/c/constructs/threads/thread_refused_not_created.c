// expect: error unsupported
// The second element is joined, but only the first one was created.
#include <assert.h>
#include <pthread.h>

void *worker(void *unused)
{
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], 0, worker, 0);
    pthread_join(threads[1], 0);
    return 0;
}
