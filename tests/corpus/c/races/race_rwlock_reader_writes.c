// expect: unsafe, property race
// Readers count their visits while they hold the lock for reading only: two of them at once.
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int value, visits;

void *reader(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    int seen = value;
    visits++;
    pthread_rwlock_unlock(&lock);
    return (void *)(long)seen;
}

void *writer(void *unused)
{
    pthread_rwlock_wrlock(&lock);
    value++;
    visits = 0;
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
