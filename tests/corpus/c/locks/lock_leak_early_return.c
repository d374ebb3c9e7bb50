// expect: unsafe
// The early return of update leaks the mutex: one worker calls update with v < 0 and its next acquire finds held == 1.
#include <pthread.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int data;

void acquire(int *held)
{
    assert(!*held);
    pthread_mutex_lock(&m);
    *held = 1;
}

void release(int *held)
{
    *held = 0;
    pthread_mutex_unlock(&m);
}

void update(int v, int *held)
{
    acquire(held);
    if (v < 0)
        return;
    data = v;
    release(held);
}

void *worker(void *arg)
{
    int held = 0;
    update(__VERIFIER_nondet_int(), &held);
    update(0, &held);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
