// expect: safe, flags --threads 4
// While somebody is inside, fewer have left than have entered.
#include <assert.h>
#include <limits.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int entered, left;

void *worker(void *unused)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(entered != INT_MAX);
    entered++;
    __VERIFIER_atomic_end();
    assert(left < entered);
    __sync_fetch_and_add(&left, 1);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
