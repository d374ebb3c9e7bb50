// expect: safe
// Both are written under the write lock, so any number of readers see them equal.
#include <assert.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int x, y;

void *writer(void *unused)
{
    pthread_rwlock_wrlock(&lock);
    x = !x;
    y = !y;
    pthread_rwlock_unlock(&lock);
    return 0;
}

void *reader(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    assert(x == y);
    pthread_rwlock_unlock(&lock);
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
