// expect: safe
// Test-and-set in one atomic helper returns 0 to one worker only until the lock is released.
#include <pthread.h>
#include <assert.h>

int lock;
int in_cs;

int __VERIFIER_atomic_test_and_set(int *p)
{
    int old = *p;
    *p = 1;
    return old;
}

void *worker(void *arg)
{
    while (__VERIFIER_atomic_test_and_set(&lock))
        ;
    assert(!in_cs);
    in_cs = 1;
    in_cs = 0;
    lock = 0;
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
