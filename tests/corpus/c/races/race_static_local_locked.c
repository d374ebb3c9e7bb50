// expect: safe, property race
// The static counter is only used with the static lock beside it.
#include <pthread.h>

int number(void)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static int next;
    pthread_mutex_lock(&lock);
    int result = next++;
    pthread_mutex_unlock(&lock);
    return result;
}

void *worker(void *unused)
{
    int mine = number();
    return mine < 0 ? unused : 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
