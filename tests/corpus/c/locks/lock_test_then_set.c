// expect: unsafe
// Waiting for the lock and taking it are separate steps: workers 1 and 2 both see lock == 0 and both enter, so worker 1 reads owner == 2 after worker 2 wrote it.
#include <pthread.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int lock, owner;

void *worker(void *arg)
{
    int me = __VERIFIER_nondet_int();
    while (lock)
        ;
    lock = 1;
    owner = me;
    assert(owner == me);
    lock = 0;
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
