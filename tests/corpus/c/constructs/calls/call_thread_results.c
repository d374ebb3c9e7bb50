// expect: safe
// The functions of the thread library return 0.
#include <assert.h>
#include <pthread.h>

int x;

void *worker(void *unused)
{
    x = 1;
    return 0;
}

int main(void)
{
    pthread_t first, second;
    pthread_attr_t attributes;
    int error = pthread_attr_init(&attributes);
    assert(error == 0);
    error = pthread_create(&first, &attributes, worker, 0);
    assert(error == 0);
    error = pthread_join(first, 0);
    assert(error == 0 && x == 1);
    error = pthread_create(&second, 0, worker, 0);
    assert(!error);
    if (pthread_detach(second))
        assert(0);
    if (pthread_attr_destroy(&attributes) != 0)
        assert(0);
    return 0;
}
