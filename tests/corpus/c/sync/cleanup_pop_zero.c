// expect: unsafe
// Popped with 0 the handler does not run: worker 1 unlocks by hand and leaves held == 1, worker 2 finds it.
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
    pthread_cleanup_pop(0);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
