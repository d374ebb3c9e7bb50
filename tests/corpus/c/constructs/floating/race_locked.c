// expect: safe, property race
// A lock protects the sum.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static double sum;

static void *run(void *unused)
{
    pthread_mutex_lock(&lock);
    sum += 0.5;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, run, 0);
}
