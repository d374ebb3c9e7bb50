// expect: safe
// A thread that waits for its own end waits for ever, which is listed.
#include <assert.h>
#include <pthread.h>

int main(void)
{
    pthread_join(pthread_self(), 0);
    assert(0);
    return 0;
}
