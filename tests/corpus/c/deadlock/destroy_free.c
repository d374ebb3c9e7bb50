// expect: safe, property deadlock
// The mutex is unlocked before it is destroyed, and made anew.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    if (pthread_mutex_destroy(&m) != 0)
        return 1;
    pthread_mutex_init(&m, 0);
    pthread_mutex_lock(&m);
    return 0;
}
