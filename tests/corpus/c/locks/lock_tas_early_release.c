// expect: unsafe
// The lock is released before in_cs is reset: worker 1 sets in_cs and releases, worker 2 enters and sees in_cs == 1.
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
    lock = 0;
    in_cs = 0;
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
