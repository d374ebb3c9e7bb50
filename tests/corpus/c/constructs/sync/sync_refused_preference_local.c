// expect: error unsupported
// A read-write lock of a function that prefers writers by its initialiser.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

int main(void)
{
    pthread_rwlock_t lock = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
    assert(pthread_rwlock_rdlock(&lock) == 0);
    return 0;
}
