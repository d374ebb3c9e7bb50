// expect: unsafe
// The same, but the block is marked busy only after it was written.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t inode_lock = PTHREAD_MUTEX_INITIALIZER, busy_lock = PTHREAD_MUTEX_INITIALIZER;
int inode, busy, block;

void *allocate(void *unused)
{
    pthread_mutex_lock(&inode_lock);
    if (inode == 0) {
        block = 1;
        assert(block == 1);
        pthread_mutex_lock(&busy_lock);
        busy = 1;
        pthread_mutex_unlock(&busy_lock);
        inode = 1;
    }
    pthread_mutex_unlock(&inode_lock);
    return 0;
}

void *release(void *unused)
{
    pthread_mutex_lock(&busy_lock);
    if (busy == 0) {
        block = 0;
        assert(block == 0);
    }
    pthread_mutex_unlock(&busy_lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, allocate, 0);
    pthread_create(&thread, 0, release, 0);
}
