// expect: safe
// The handler runs when the worker exits in the middle and when it is popped with 1, so the next one finds held == 0.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int held;

void release(void *unused)
{
    held = 0;
    pthread_mutex_unlock(&m);
}

void *worker(void *unused)
{
    pthread_mutex_lock(&m);
    pthread_cleanup_push(release, 0);
    assert(held == 0);
    held = 1;
    if (__VERIFIER_nondet_int())
        pthread_exit(0);
    pthread_cleanup_pop(1);
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
