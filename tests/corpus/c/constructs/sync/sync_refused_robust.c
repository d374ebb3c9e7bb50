// expect: error unsupported
// A robust mutex tells when its owner has died, which has no meaning here.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m;

int main(void)
{
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_setrobust(&kind, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&m, &kind);
    assert(pthread_mutex_lock(&m) == 0);
    return 0;
}
