// expect: safe, property deadlock
// A reader that wants to write lets go first.
#include <pthread.h>

pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int x;

void *worker(void *arg)
{
    pthread_rwlock_rdlock(&l);
    int old = x;
    pthread_rwlock_unlock(&l);
    if (old == 0) {
        pthread_rwlock_wrlock(&l);
        x = 1;
        pthread_rwlock_unlock(&l);
    }
    return 0;
}

int main(void)
{
    while (1) {
        pthread_t t0;
        pthread_create(&t0, 0, worker, 0);
    }
}
