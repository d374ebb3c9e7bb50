// expect: safe, property race
// Readers hold the lock for reading, writers for writing.
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int low, high;

void *reader(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    int width = high - low;
    pthread_rwlock_unlock(&lock);
    return (void *)(long)width;
}

void *writer(void *unused)
{
    pthread_rwlock_wrlock(&lock);
    low++;
    high++;
    pthread_rwlock_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1) {
        pthread_create(&t, 0, reader, 0);
        pthread_create(&t, 0, writer, 0);
    }
}
