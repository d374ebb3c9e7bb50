// expect: error unsupported
// The kind of a mutex cannot be asked for.
#include <assert.h>
#include <pthread.h>

int main(void)
{
    int type;
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_gettype(&kind, &type);
    assert(type == PTHREAD_MUTEX_DEFAULT);
    return 0;
}
