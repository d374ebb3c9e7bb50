// expect: unsafe
// Waiting on a condition variable that a null pointer leads to.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

int main(void)
{
    pthread_cond_t *which = &condition;
    pthread_mutex_lock(&m);
    pthread_cond_wait(which, &m);
    which = 0;
    pthread_cond_wait(which, &m);
    return 0;
}
