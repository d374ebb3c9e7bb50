// expect: unsafe
// Workers 1 and 2 both see credit == 1, worker 1 takes it, worker 2 takes it as well and credit wraps to UINT_MAX.
#include <pthread.h>
#include <assert.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

unsigned credit = 1;

void *worker(void *arg)
{
    if (credit > 0) {
        __VERIFIER_atomic_begin();
        credit = credit - 1;
        __VERIFIER_atomic_end();
    }
    assert(credit <= 1);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
