// expect: safe, property race
// Each member of the account has a lock of its own, and every access to the member holds that lock.
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
    pthread_mutex_lock(&a->log_lock);
    if (a->entries > 3) {
        pthread_mutex_lock(&a->balance_lock);
        a->entries = a->balance;
        pthread_mutex_unlock(&a->balance_lock);
    }
    pthread_mutex_unlock(&a->log_lock);
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
