// expect: error unsupported
// A condition variable where a mutex should be.
#include <assert.h>
#include <pthread.h>

pthread_cond_t condition;

int main(void)
{
    assert(pthread_mutex_lock(&condition) == 0);
    return 0;
}
