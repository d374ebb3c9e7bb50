// expect: unsafe
// A thread gets any number as its argument, so it may get 1.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

void *worker(void *argument)
{
    assert((long)argument != 1);
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, (void *)(long)__VERIFIER_nondet_int());
}
