// expect: unsafe
// The audit holds one mutex at a time: it reads balance 5 of account 0, a transfer moves 1 to account 1, it reads 6.
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

int balance(struct account *account)
{
    pthread_mutex_lock(&account->lock);
    int result = account->balance;
    pthread_mutex_unlock(&account->lock);
    return result;
}

void *audit(void *unused)
{
    int sum = balance(&accounts[0]);
    sum += balance(&accounts[1]);
    assert(sum == 10);
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
