// expect: unsafe, property race
// The audit resets the entries under the lock of the balance: a deposit is about to count one under the right lock.
#include <pthread.h>

struct account {
    pthread_mutex_t balance_lock;
    int balance;
    pthread_mutex_t log_lock;
    int entries;
};

struct account account = { PTHREAD_MUTEX_INITIALIZER, 0, PTHREAD_MUTEX_INITIALIZER, 0 };

void *deposit(void *arg)
{
    struct account *a = arg;
    pthread_mutex_lock(&a->balance_lock);
    a->balance += 10;
    pthread_mutex_unlock(&a->balance_lock);
    pthread_mutex_lock(&a->log_lock);
    a->entries++;
    pthread_mutex_unlock(&a->log_lock);
    return 0;
}

void *audit(void *arg)
{
    struct account *a = arg;
    pthread_mutex_lock(&a->balance_lock);
    if (a->balance > 3)
        a->entries = 0;
    pthread_mutex_unlock(&a->balance_lock);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1) {
        pthread_create(&t, 0, deposit, &account);
        pthread_create(&t, 0, audit, &account);
    }
}
