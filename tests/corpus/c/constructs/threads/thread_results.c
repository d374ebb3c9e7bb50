// expect: safe
// The functions that create, join and detach threads and set their attributes return 0.
#include <assert.h>
#include <pthread.h>

void *worker(void *unused)
{
    return 0;
}

int main(void)
{
    pthread_t one, two;
    pthread_attr_t kind;
    assert(pthread_attr_init(&kind) == 0);
    assert(pthread_attr_setdetachstate(&kind, PTHREAD_CREATE_JOINABLE) == 0);
    int result = pthread_create(&one, &kind, worker, 0);
    assert(result == 0);
    assert(pthread_attr_destroy(&kind) == 0);
    result = pthread_detach(one);
    assert(result == 0);
    result = pthread_create(&two, 0, worker, 0);
    assert(result == 0);
    result = pthread_join(two, 0);
    assert(result == 0);
    return 0;
}
