// expect: safe
// A transfer holds both mutexes, taken in one order, and so does the audit: the sum it sees is always 10.
#include <pthread.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct account {
    pthread_mutex_t lock;
    int balance;
};

struct account accounts[2] = {
    [0] = { .lock = PTHREAD_MUTEX_INITIALIZER, .balance = 5 },
    [1] = { .lock = PTHREAD_MUTEX_INITIALIZER, .balance = 5 },
};

void *transfer(void *unused)
{
    int from = __VERIFIER_nondet_int() ? 1 : 0, to = 1 - from;
    pthread_mutex_lock(&accounts[0].lock);
    pthread_mutex_lock(&accounts[1].lock);
    accounts[from].balance -= 1;
    accounts[to].balance += 1;
    pthread_mutex_unlock(&accounts[1].lock);
    pthread_mutex_unlock(&accounts[0].lock);
    return 0;
}

void *audit(void *unused)
{
    pthread_mutex_lock(&accounts[0].lock);
    pthread_mutex_lock(&accounts[1].lock);
    assert(accounts[0].balance + accounts[1].balance == 10);
    pthread_mutex_unlock(&accounts[1].lock);
    pthread_mutex_unlock(&accounts[0].lock);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1) {
        pthread_create(&t, 0, transfer, 0);
        pthread_create(&t, 0, audit, 0);
    }
}
