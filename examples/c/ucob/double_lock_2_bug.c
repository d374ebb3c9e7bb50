// expect: unsafe
// The same, but main has one lock only: `down` with the other one has subtracted and not yet added again.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int count;

void *up(void *unused)
{
    pthread_mutex_lock(&a);
    __sync_fetch_and_add(&count, 1);
    __sync_fetch_and_sub(&count, 1);
    pthread_mutex_unlock(&a);
    return 0;
}

void *down(void *unused)
{
    pthread_mutex_lock(&b);
    __sync_fetch_and_sub(&count, 1);
    __sync_fetch_and_add(&count, 1);
    pthread_mutex_unlock(&b);
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (__VERIFIER_nondet_int()) {
        pthread_create(&thread, 0, up, 0);
        pthread_create(&thread, 0, down, 0);
    }
    pthread_mutex_lock(&a);
    assert(count == 0);
    pthread_mutex_unlock(&a);
    return 0;
}
