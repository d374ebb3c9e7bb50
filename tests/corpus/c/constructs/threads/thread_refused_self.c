// expect: error unsupported
// A thread that waits for its own end.
#include <assert.h>
#include <pthread.h>

int main(void)
{
    pthread_join(pthread_self(), 0);
    assert(0);
    return 0;
}
