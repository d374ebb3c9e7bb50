// expect: safe
// 64-bit tickets; the owner of the lock writes its ticket down and finds it unchanged.
#include <assert.h>
#include <limits.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

unsigned long long next_ticket, now_serving;
unsigned long long owner;

unsigned long long take_ticket(void)
{
    __VERIFIER_atomic_begin();
    unsigned long long mine = next_ticket;
    __VERIFIER_assume(mine != ULLONG_MAX);
    next_ticket = mine + 1;
    __VERIFIER_atomic_end();
    return mine;
}

void *worker(void *unused)
{
    unsigned long long mine = take_ticket();
    while (now_serving != mine)
        ;
    owner = mine;
    assert(owner == mine);
    now_serving = mine + 1;
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
