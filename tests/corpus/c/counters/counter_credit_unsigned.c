// expect: safe
// A credit is taken only when there is one, in one atomic section, so the unsigned counter never wraps below 0.
#include <pthread.h>
#include <assert.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

unsigned credit = 5;

void *worker(void *arg)
{
    __VERIFIER_atomic_begin();
    if (credit > 0)
        credit = credit - 1;
    __VERIFIER_atomic_end();
    assert(credit <= 5);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
