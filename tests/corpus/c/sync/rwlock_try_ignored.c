// expect: unsafe
// The writer does not look at the result: a reader is inside, the writer is told EBUSY and writes 1, the reader sees it.
#include <assert.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int x;

void *writer(void *unused)
{
    int result = pthread_rwlock_trywrlock(&lock);
    x = 1;
    x = 0;
    if (result == 0)
        pthread_rwlock_unlock(&lock);
    return 0;
}

void *reader(void *unused)
{
    if (pthread_rwlock_tryrdlock(&lock) == 0) {
        assert(x == 0);
        pthread_rwlock_unlock(&lock);
    }
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1) {
        pthread_create(&thread, 0, writer, 0);
        pthread_create(&thread, 0, reader, 0);
    }
}
