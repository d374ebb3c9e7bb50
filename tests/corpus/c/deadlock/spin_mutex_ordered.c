// expect: safe, property deadlock
// A spin lock is taken after the mutex.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_spinlock_t s;

void *one(void *arg)
{
    pthread_mutex_lock(&m);
    pthread_spin_lock(&s);
    pthread_spin_unlock(&s);
    pthread_mutex_unlock(&m);
    return 0;
}

void *other(void *arg)
{
    pthread_spin_lock(&s);
    pthread_spin_unlock(&s);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_spin_init(&s, 0);
    while (1) {
        pthread_t t0;
        pthread_t t1;
        pthread_create(&t0, 0, one, 0);
        pthread_create(&t1, 0, other, 0);
    }
}
