// expect: unsafe
// The same functions in the same order; in the end the other mutex is still held, so trying it fails.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t m, other = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
    int result = pthread_mutex_init(&m, 0);
    assert(result == 0);
    result = pthread_mutex_lock(&m);
    assert(result == 0);
    result = pthread_mutex_trylock(&m);
    assert(result == EBUSY);
    result = pthread_mutex_trylock(&other);
    assert(result == 0);
    result = pthread_mutex_trylock(&other);
    assert(result == EBUSY);
    result = pthread_mutex_unlock(&m);
    assert(result == 0);
    result = pthread_mutex_trylock(&m);
    assert(result == 0);
    result = pthread_mutex_unlock(&m);
    assert(result == 0);
    result = pthread_mutex_destroy(&m);
    assert(result == 0);
    result = pthread_mutex_init(&m, 0);
    assert(result == 0);
    result = pthread_mutex_lock(&m);
    assert(result == 0);
    result = pthread_mutex_trylock(&other);
    assert(result == 0);
    return 0;
}
