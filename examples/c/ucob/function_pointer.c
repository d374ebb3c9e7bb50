// expect: safe
// Calls through a shared function pointer (row 20, Func-P): under the lock the pointer stays what it is.
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
    pthread_mutex_lock(&m);
    action = __VERIFIER_nondet_int() ? set : clear;
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
