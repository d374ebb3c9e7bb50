// expect: safe
// An end without a beginning does nothing, and does not count against the section that comes later.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int x;

void *worker(void *unused)
{
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    x = 1;
    x = 0;
    __VERIFIER_atomic_end();
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    assert(x == 0);
    return 0;
}
