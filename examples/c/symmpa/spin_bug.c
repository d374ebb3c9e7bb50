// expect: unsafe
// The same, but x is looked at after the lock was released.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int x = 1;

void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    x = 0;
    x = x + 1;
    pthread_mutex_unlock(&lock);
    assert(x > 0);
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
