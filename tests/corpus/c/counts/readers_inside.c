// expect: safe
// Readers are counted; a writer that finds none writes while it holds the lock.
#include <assert.h>
#include <limits.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int readers, writing;

void *reader(void *unused)
{
    pthread_mutex_lock(&m);
    __VERIFIER_assume(readers != INT_MAX);
    readers++;
    pthread_mutex_unlock(&m);
    assert(!writing);
    pthread_mutex_lock(&m);
    readers--;
    pthread_mutex_unlock(&m);
    return 0;
}

void *writer(void *unused)
{
    pthread_mutex_lock(&m);
    if (readers == 0) {
        writing = 1;
        writing = 0;
    }
    pthread_mutex_unlock(&m);
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
