// expect: unsafe, property deadlock
// A transfer from an account to itself locks it twice.
#include <pthread.h>

struct account {
    pthread_mutex_t lock;
    int balance;
} x = { PTHREAD_MUTEX_INITIALIZER, 100 }, y = { PTHREAD_MUTEX_INITIALIZER, 100 };

void transfer(struct account *from, struct account *to, int amount)
{
    pthread_mutex_lock(&from->lock);
    pthread_mutex_lock(&to->lock);
    from->balance -= amount;
    to->balance += amount;
    pthread_mutex_unlock(&to->lock);
    pthread_mutex_unlock(&from->lock);
}

void *there(void *arg)
{
    transfer(&x, &y, 1);
    return 0;
}

void *back(void *arg)
{
    transfer(&y, &y, 1);
    return 0;
}

int main(void)
{
    while (1) {
        pthread_t t0;
        pthread_t t1;
        pthread_create(&t0, 0, there, 0);
        pthread_create(&t1, 0, back, 0);
    }
}
