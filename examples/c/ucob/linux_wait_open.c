// expect: safe
// Opening a device that one thread at a time may have, in the style of scull's blocking open: woken up, look again under
// the lock.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t queue = PTHREAD_COND_INITIALIZER;
int opened;

void wait_until_closed(void)
{
    pthread_mutex_lock(&lock);
    while (opened)
        pthread_cond_wait(&queue, &lock);
    pthread_mutex_unlock(&lock);
}

void device_open(void)
{
    pthread_mutex_lock(&lock);
    while (opened) {
        pthread_mutex_unlock(&lock);
        wait_until_closed();
        pthread_mutex_lock(&lock);
    }
    assert(opened == 0);
    opened = 1;
    pthread_mutex_unlock(&lock);
}

void device_release(void)
{
    pthread_mutex_lock(&lock);
    opened = 0;
    pthread_cond_broadcast(&queue);
    pthread_mutex_unlock(&lock);
}

void *worker(void *unused)
{
    device_open();
    device_release();
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
