// expect: unsafe
// The same without the second look: a reader waits and wakes up spuriously, and takes a key from the empty buffer. Without
// spurious wake-ups another reader has to take the key that woke both.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t channel = PTHREAD_COND_INITIALIZER;

static void mtx_lock(void)
{
    pthread_mutex_lock(&mutex);
}

static void mtx_unlock(void)
{
    pthread_mutex_unlock(&mutex);
}

static void cv_wait(void)
{
    pthread_cond_wait(&channel, &mutex);
}

static void cv_broadcast(void)
{
    pthread_cond_broadcast(&channel);
}

int keys;

void *interrupt(void *unused)
{
    mtx_lock();
    if (keys < 2)
        keys = keys + 1;
    mtx_unlock();
    cv_broadcast();
    return 0;
}

void *reader(void *unused)
{
    mtx_lock();
    if (keys == 0)
        cv_wait();
    keys = keys - 1;
    assert(keys == 0 || keys == 1);
    mtx_unlock();
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1) {
        pthread_create(&thread, 0, interrupt, 0);
        pthread_create(&thread, 0, reader, 0);
    }
}
