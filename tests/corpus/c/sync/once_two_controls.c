// expect: unsafe
// Two controls for one function: one worker runs it by the first control, another one by the second, so it runs twice.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

pthread_once_t once = PTHREAD_ONCE_INIT, other = PTHREAD_ONCE_INIT;
int started;

void init(void)
{
    started = started + 1;
}

void *worker(void *unused)
{
    if (__VERIFIER_nondet_int())
        pthread_once(&once, init);
    else
        pthread_once(&other, init);
    assert(started == 1);
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
