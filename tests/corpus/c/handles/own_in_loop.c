// expect: safe
// However many threads there are, none of them is the first one.
#include <assert.h>
#include <pthread.h>

pthread_t first;

void *run(void *unused)
{
    assert(!pthread_equal(pthread_self(), first));
    return 0;
}

int main(void)
{
    first = pthread_self();
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, run, 0);
}
