// expect: safe
// Trying to write succeeds only if nobody reads or writes, trying to read only if nobody writes.
#include <assert.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int x;

void *writer(void *unused)
{
    if (pthread_rwlock_trywrlock(&lock) == 0) {
        x = 1;
        x = 0;
        pthread_rwlock_unlock(&lock);
    }
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
