// expect: safe
// POSIX allows both to wait for ever and EDEADLK, which glibc gives: that the thread waits is listed under what is assumed.
#include <assert.h>
#include <pthread.h>
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int main(void)
{
    pthread_rwlock_wrlock(&lock);
    assert(pthread_rwlock_wrlock(&lock) == 0);
    return 0;
}
