// expect: safe
// The same with a lock: safe however many workers there are.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int value;

void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    int before = value;
    value = before + 1;
    assert(value == before + 1);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
