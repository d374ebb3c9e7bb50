// expect: safe
// Test, then test-and-set: the plain read only delays, the atomic step decides, so the section is exclusive.
#include <pthread.h>
#include <assert.h>

extern void __CPROVER_atomic_begin(void);
extern void __CPROVER_atomic_end(void);

int lock;
int in_cs;

int try_lock(void)
{
    int old;
    while (lock)
        ;
    __CPROVER_atomic_begin();
    old = lock;
    lock = 1;
    __CPROVER_atomic_end();
    return old == 0;
}

void *worker(void *arg)
{
    while (!try_lock())
        ;
    assert(!in_cs);
    in_cs = 1;
    in_cs = 0;
    lock = 0;
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
