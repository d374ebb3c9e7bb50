// expect: unsafe
// The writer takes the lock for reading only: it has written x = 1, a reader comes in as well and sees y == 0.
#include <assert.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int x, y;

void *writer(void *unused)
{
    pthread_rwlock_rdlock(&lock);
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
