// expect: unsafe
// One branch ends its section before y is written: a worker has written x = 1, a reader sees y == 0.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int x, y;

void *worker(void *unused)
{
    if (__VERIFIER_nondet_int()) {
        __VERIFIER_atomic_begin();
        x = 1;
        __VERIFIER_atomic_end();
        __VERIFIER_atomic_begin();
    } else {
        __VERIFIER_atomic_begin();
        x = 0;
    }
    y = x;
    __VERIFIER_atomic_end();
    return 0;
}

void *reader(void *unused)
{
    __VERIFIER_atomic_begin();
    assert(x == y);
    __VERIFIER_atomic_end();
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1) {
        pthread_create(&thread, 0, worker, 0);
        pthread_create(&thread, 0, reader, 0);
    }
}
