// expect: unsafe
// The first thread is not one of those that it creates.
#include <assert.h>
#include <pthread.h>

pthread_t first;

void *run(void *unused)
{
    assert(pthread_equal(pthread_self(), pthread_self()));
    assert(pthread_equal(first, pthread_self()));
    return 0;
}

int main(void)
{
    pthread_t one, other;
    first = pthread_self();
    pthread_create(&one, 0, run, 0);
    pthread_create(&other, 0, run, 0);
    assert(one != other && one != first);
    return 0;
}
