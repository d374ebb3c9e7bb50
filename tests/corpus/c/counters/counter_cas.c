// expect: safe
// A compare-and-swap loop; the assertion stands inside the atomic section, right after the write.
#include <pthread.h>
#include <assert.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int value;

void *worker(void *arg)
{
    int old, done = 0;
    do {
        old = value;
        __VERIFIER_atomic_begin();
        if (value == old) {
            value = old + 1;
            assert(value == old + 1);
            done = 1;
        }
        __VERIFIER_atomic_end();
    } while (!done);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
