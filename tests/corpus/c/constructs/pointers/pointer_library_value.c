// expect: error unsupported
// A mutex is copied through a pointer.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
    pthread_mutex_t *p = &m;
    pthread_mutex_lock(p);
    n = *p;
    return pthread_mutex_trylock(&n);
}
