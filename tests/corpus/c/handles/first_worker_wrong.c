// expect: unsafe
// A worker asks whether it is the first one.
#include <assert.h>
#include <pthread.h>

pthread_t first;

void *worker(void *unused)
{
    assert(!pthread_equal(pthread_self(), first));
    return 0;
}

int main(void)
{
    pthread_t second;
    pthread_create(&first, 0, worker, 0);
    pthread_create(&second, 0, worker, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
