// expect: unsafe, property deadlock
// A thread destroys the mutex that it holds.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
    pthread_mutex_lock(&m);
    pthread_mutex_destroy(&m);
    return 0;
}
