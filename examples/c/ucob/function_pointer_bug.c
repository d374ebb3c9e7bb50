// expect: unsafe
// The same, but the pointer is set before the lock is taken: worker 1 has called `set`, worker 2 sets the pointer to
// `clear`, worker 1 finds value == 1.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int value;

void set(void)
{
    value = 1;
}

void clear(void)
{
    value = 0;
}

void (*action)(void) = clear;

void *worker(void *unused)
{
    action = __VERIFIER_nondet_int() ? set : clear;
    pthread_mutex_lock(&m);
    action();
    assert(action == set ? value == 1 : value == 0);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
