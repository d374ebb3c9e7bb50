// expect: safe
// Nobody writes, so trying to read succeeds also while another one reads; trying to write then does not.
#include <assert.h>
#include <pthread.h>
#include <errno.h>

pthread_rwlock_t lock;

void *reader(void *unused)
{
    int result = pthread_rwlock_tryrdlock(&lock);
    assert(result == 0);
    result = pthread_rwlock_trywrlock(&lock);
    assert(result == EBUSY);
    pthread_rwlock_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t one, two;
    pthread_rwlock_init(&lock, 0);
    pthread_create(&one, 0, reader, 0);
    pthread_create(&two, 0, reader, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    pthread_rwlock_destroy(&lock);
    return 0;
}
